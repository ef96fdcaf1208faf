import type { Kind, Markers } from './markers.ts'
import type { SetUp } from './setup.ts'

/** Used by the hidden project and by the callers' own one; no request names it. */
export const SHARED = 'fuzz-shared'
/** The tag type of the hidden flag; no request names it. */
export const TAG_TYPE = 'fuzz-shared-tags'

const within = (markers: Markers) => `/api/admin/projects/${markers.project}`

/** What rules refer to: a context field, and a segment, whose ID is returned. */
export async function makeParts(must: SetUp, markers: Markers): Promise<string> {
  await must('POST', `${within(markers)}/context`, {
    name: markers['context field'],
    description: markers['context field description'],
    legalValues: (['legal value', 'value of a rule', 'value of a segment'] as const).map((kind) => ({
      value: markers[kind],
    })),
  })
  const { id } = await must('POST', '/api/admin/segments', {
    name: markers.segment,
    description: markers['segment description'],
    project: markers.project,
    constraints: [condition(markers, 'value of a segment')],
  })
  return String(id)
}

const condition = (markers: Markers, kind: Kind) => ({
  contextName: markers['context field'],
  operator: 'NOT_IN',
  values: [markers[kind]],
})

/** A flag that is on and an archived one. Returns the ID of the rule. */
export async function makeFlags(must: SetUp, markers: Markers, segment: string): Promise<string> {
  const features = `${within(markers)}/features`
  const flag = `${features}/${markers.flag}`
  await must('POST', features, { name: markers.flag, description: markers['flag description'] })
  const { id } = await must('POST', `${flag}/environments/${SHARED}/strategies`, {
    name: 'flexibleRollout',
    title: markers['rule title'],
    parameters: { rollout: '50', stickiness: 'default', groupId: markers['group ID of a rule'] },
    constraints: [condition(markers, 'value of a rule')],
    segments: [Number(segment)],
    variants: [
      {
        name: markers.variant,
        weight: 1000,
        weightType: 'variable',
        stickiness: 'default',
        payload: { type: 'string', value: markers.payload },
      },
    ],
  })
  await must('POST', `${flag}/environments/${SHARED}/on`)
  await must('POST', `/api/admin/features/${markers.flag}/tags`, { type: TAG_TYPE, value: markers.tag })
  await must('POST', `${flag}/link`, {
    url: `https://example.org/${markers.link}`,
    title: markers['link title'],
  })
  await must('POST', `${flag}/comments`, { text: markers.comment })
  await must('POST', features, { name: markers['archived flag'] })
  await must('DELETE', `${features}/${markers['archived flag']}`)
  return String(id)
}

/** A change request in review. Returns its ID. */
export async function makeRequest(must: SetUp, markers: Markers): Promise<string> {
  const off = `${within(markers)}/features/${markers.flag}/environments/${SHARED}/off`
  const { id } = await must('POST', off, undefined, { prefer: 'propose' })
  const request = `${within(markers)}/change-requests/${id}`
  await must('PUT', `${request}/title`, { title: markers['change request'] })
  await must('POST', `${request}/comments`, { text: markers['change request comment'] })
  await must('PUT', `${request}/state`, { state: 'In review' })
  return String(id)
}

/** An application that has used the flag, and its token. */
export async function makeApplication(must: SetUp, markers: Markers) {
  const given = { type: 'backend', environment: SHARED, projects: [markers.project] }
  const { id, secret } = await must('POST', '/api/admin/api-tokens', {
    tokenName: markers['token name'],
    ...given,
  })
  const as = { authorization: secret }
  const [start, stop] = [0, 60_000].map((ago) => new Date(Date.now() - 60_000 + ago).toISOString())
  const application = { appName: markers.application, instanceId: markers.instance }
  await must(
    'POST',
    '/api/client/register',
    { ...application, strategies: [], interval: 1, started: start },
    as,
  )
  const toggles = { [markers.flag]: { yes: 1, no: 1 } }
  await must('POST', '/api/client/metrics', { ...application, bucket: { start, stop, toggles } }, as)
  return { id: String(id), secret: String(secret) }
}

/** What reaches beyond the flags. Returns the IDs. */
export async function makeOutside(must: SetUp, markers: Markers) {
  const integration = await must('POST', '/api/admin/addons', {
    provider: 'webhook',
    description: markers.integration,
    // Off, so that nothing is sent to the address.
    enabled: false,
    parameters: {
      url: `https://hooks.example.org/${markers['integration address']}`,
      authorization: markers['integration secret'],
    },
    events: ['feature-archived'],
    projects: [markers.project],
    environments: [],
  })
  const freeze = await must('POST', '/api/admin/freezes', {
    name: markers.freeze,
    reason: markers['freeze reason'],
    project: markers.project,
    environments: [],
    startsAt: '2090-01-01T00:00:00Z',
    endsAt: '2090-02-01T00:00:00Z',
    weekly: null,
    breakGlass: false,
  })
  const template = await must('POST', `${within(markers)}/release-templates`, {
    name: markers['release template'],
    milestones: [{ name: markers.milestone, sortOrder: 0 }],
  })
  return { integration: String(integration.id), freeze: String(freeze.id), template: String(template.id) }
}
