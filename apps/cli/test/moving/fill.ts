/** Sends a request to the admin API of a server, as an administrator, and expects a success. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

export function callsTo(url: string, token: string): Call {
  return async (method, path, body) => {
    const response = await fetch(`${url}/api/admin/${path}`, {
      method,
      headers: {
        authorization: token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return text === '' ? {} : JSON.parse(text)
  }
}

export type Filling = {
  call: Call
  flags: number
  /** Projects and their environments. The environments must exist. */
  projects: Readonly<Record<string, readonly string[]>>
  /** What the names of the flags begin with. */
  prefix?: string
}

/** Fills a server with flags of every kind. Works with Unleash, too. */
export async function fill({ call, flags, projects, prefix }: Filling) {
  await call('POST', 'context', { name: 'plan', legalValues: [{ value: 'free' }, { value: 'team' }] })
  await call('POST', 'context', { name: 'accountId', stickiness: true })
  await call('POST', 'tag-types', { name: 'team', description: 'Who owns it' })
  await call('POST', 'strategies', {
    name: 'by-region',
    description: 'Evaluated by the applications',
    parameters: [{ name: 'region', type: 'list', required: true }],
  })
  await createUserWithId(call)
  const segments = [
    await segment(call, 'europeans', [{ contextName: 'country', operator: 'IN', values: ['de', 'no'] }]),
    await segment(call, 'recent', [{ contextName: 'appVersion', operator: 'SEMVER_GT', value: '2.3.0' }]),
    await segment(call, 'unused', [{ contextName: 'userId', operator: 'IN', values: ['1'] }]),
  ]
  const names = Object.keys(projects)
  for (let number = 0; number < flags; number++) {
    const project = names[number % names.length] ?? 'default'
    const name = flagName(number, prefix)
    await createFlag(call, { name, number, project, environments: projects[project] ?? [], segments })
  }
}

/** New servers do not have this strategy, but old ones still use it. */
async function createUserWithId(call: Call) {
  const { strategies } = await call('GET', 'strategies')
  if (JSON.stringify(strategies).includes('"userWithId"')) return
  const parameters = [{ name: 'userIds', type: 'list', required: false }]
  await call('POST', 'strategies', { name: 'userWithId', parameters })
}

const segment = async (call: Call, name: string, constraints: unknown[]): Promise<number> =>
  Number((await call('POST', 'segments', { name, constraints })).id)

export const flagName = (number: number, prefix = 'flag') => `${prefix}-${String(number).padStart(3, '0')}`
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission']

type NewFlag = {
  name: string
  number: number
  project: string
  environments: readonly string[]
  segments: number[]
}

async function createFlag(call: Call, { name, number, project, environments, segments }: NewFlag) {
  const path = `projects/${project}/features`
  await call('POST', path, {
    name,
    type: types[number % types.length],
    description: `Number ${number}`,
    impressionData: number % 7 === 0,
  })
  if (number % 5 === 0) await call('POST', `features/${name}/tags`, { type: 'team', value: 'web' })
  if (number % 11 === 0)
    await call('POST', `${path}/${name}/link`, { url: `https://example.com/${number}`, title: 'Why' })
  for (const [index, environment] of environments.entries()) {
    const place = `${path}/${name}/environments/${environment}`
    for (const rule of rulesOf(number + index, segments)) await call('POST', `${place}/strategies`, rule)
    if ((number + index) % 6 !== 5) await call('POST', `${place}/on`)
  }
}

const base = { constraints: [], segments: [], variants: [] }
const rollout = (share: number, group: string, stickiness = 'default') => ({
  ...base,
  name: 'flexibleRollout',
  parameters: { rollout: String(share), stickiness, groupId: group },
})

/** Rules by kind of flag; each kind exercises other parts of the engine. */
function rulesOf(number: number, segments: readonly number[]): object[] {
  const group = flagName(number)
  const kinds: object[][] = [
    [rollout((number * 13) % 101, group)],
    [{ ...base, name: 'default' }],
    [
      {
        ...rollout(70, group),
        constraints: [
          { contextName: 'plan', operator: 'IN', values: ['team'], inverted: number % 2 === 0 },
          { contextName: 'age', operator: 'NUM_GTE', value: '18' },
        ],
      },
    ],
    [{ ...rollout(100, group), segments: segments.slice(0, 1) }, rollout(25, group, 'userId')],
    [
      {
        ...rollout(100, group),
        variants: [
          variant('red', 300, 'fix', { type: 'string', value: '#f00' }),
          variant('blue', 700, 'variable', { type: 'json', value: '{"a":1}' }),
        ],
      },
    ],
    [rollout(50, group, 'accountId')],
    [
      {
        ...rollout(100, group),
        constraints: [
          { contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-06-01T00:00:00.000Z' },
          {
            contextName: 'email',
            operator: 'STR_ENDS_WITH',
            values: ['@example.com'],
            caseInsensitive: true,
          },
        ],
      },
    ],
    [{ ...base, name: 'userWithId', parameters: { userIds: '7,user-3,user-9' } }],
    [{ ...rollout(100, group), segments: segments.slice(0, 2), title: 'Recent Europeans' }],
    [{ ...base, name: 'remoteAddress', parameters: { IPs: '192.0.2.1,192.0.2.7' } }],
    [
      {
        ...rollout(100, group),
        constraints: [{ contextName: 'appVersion', operator: 'SEMVER_LT', value: '3.1.4' }],
      },
    ],
    [{ ...base, name: 'by-region', parameters: { region: 'north' } }],
    [rollout(50, group, 'random')],
  ]
  return kinds[number % kinds.length] ?? []
}

const variant = (name: string, weight: number, weightType: string, payload: object) => ({
  name,
  weight,
  weightType,
  stickiness: 'default',
  payload,
})

/** A flag that is on only if its parent is. */
export async function addDependency(call: Call, project: string, child: number, parent: number) {
  const path = `projects/${project}/features/${flagName(child)}/dependencies`
  await call('POST', path, { feature: flagName(parent) })
}
