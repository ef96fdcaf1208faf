import { expect, vi } from 'vitest'
import type { Answer, TestApp } from '../kit.ts'
import { patiently } from '../patience.ts'

/** If a response to an outsider contains this word, the private project has leaked. */
export const CANARY = 'k4n4ry'
/** As long as the canary, but not the name of anything. */
export const MISSING = 'm1ss1n'

/** Ids of objects in the private project. */
export type World = { segment: number; rule: string; event: number; template: string }

/** A private project in which every name and text contains the canary. */
export async function makeWorld({ as, client, db }: TestApp): Promise<World> {
  const admin = '/api/admin'
  const home = `${admin}/projects/${CANARY}-project`
  const flag = `${home}/features/${CANARY}-flag`
  const done = async (answer: Promise<Answer>) => {
    const { status, body } = await answer
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body
  }
  const named = (kind: string) => `${CANARY}-${kind}`
  await done(
    as.admin.post(`${admin}/projects`, {
      id: named('project'),
      name: named('project'),
      description: CANARY,
      mode: 'private',
      environments: ['development', 'production'],
    }),
  )
  await done(as.admin.post(`${home}/features`, { name: named('flag'), description: CANARY }))
  await done(as.admin.post(`${home}/features`, { name: named('child'), description: CANARY }))
  await done(as.admin.post(`${home}/features`, { name: named('archived'), description: CANARY }))
  await done(as.admin.delete(`${home}/features/${named('archived')}`))
  await done(
    as.admin.post(`${home}/features/${named('child')}/dependencies`, {
      feature: named('flag'),
      variants: [CANARY],
    }),
  )
  await done(as.admin.post(`${flag}/link`, { url: `https://example.com/${CANARY}`, title: CANARY }))
  await done(as.admin.post(`${flag}/comments`, { text: `${CANARY} @outside` }))
  await done(as.admin.post(`${home}/context`, { name: named('field'), description: CANARY }))
  const segment = await done(
    as.admin.post(`${admin}/segments`, {
      name: named('segment'),
      description: CANARY,
      project: named('project'),
      constraints: [{ contextName: 'userId', operator: 'IN', values: [CANARY] }],
    }),
  )
  const rule = await done(
    as.admin.post(`${flag}/environments/development/strategies`, {
      name: 'flexibleRollout',
      title: CANARY,
      parameters: { rollout: '100', stickiness: 'default', groupId: CANARY },
      constraints: [{ contextName: named('field'), operator: 'IN', values: [CANARY] }],
      variants: [{ name: CANARY, weight: 1000, weightType: 'variable', stickiness: 'default' }],
      segments: [segment.id],
    }),
  )
  const template = await done(
    as.admin.post(`${home}/release-templates`, {
      name: named('template'),
      description: CANARY,
      milestones: [
        {
          name: CANARY,
          sortOrder: 0,
          strategies: [{ name: 'default', sortOrder: 0, title: CANARY, segments: [segment.id] }],
        },
      ],
    }),
  )
  await done(as.admin.post(`${flag}/environments/development/on`))
  await act(as.admin, home, done)
  const token = await done(
    as.admin.post(`${home}/api-tokens`, {
      tokenName: named('token'),
      type: 'backend',
      environment: 'development',
      projects: [named('project')],
    }),
  )
  // Objects of several projects are in none of them; their events list the names.
  const both = ['default', named('project')]
  await done(
    as.admin.post(`${admin}/api-tokens`, {
      tokenName: 'of both',
      type: 'backend',
      environment: 'development',
      projects: both,
    }),
  )
  await done(
    as.admin.post(`${admin}/addons`, {
      provider: 'webhook',
      description: 'of both',
      enabled: false,
      parameters: { url: 'https://example.com/hook' },
      events: ['feature-created'],
      projects: both,
    }),
  )
  const sdk = client({ authorization: token.secret })
  await vi.waitUntil(
    async () => (await sdk.get('/api/client/features')).body.features?.length === 2,
    patiently,
  )
  await use(sdk)
  const { id: event } = await db
    .selectFrom('events')
    .select('revision as id')
    .where('type', '=', 'feature-strategy-add')
    .executeTakeFirstOrThrow()
  return { segment: segment.id, rule: rule.id, event: Number(event), template: template.id }
}

/** An action set of the project. What signals reveal is tested with their runs. */
async function act(
  admin: TestApp['as']['admin'],
  home: string,
  done: (answer: Promise<Answer>) => Promise<Answer['body']>,
) {
  const endpoint = await done(admin.post('/api/admin/signal-endpoints', { name: 'canary-endpoint' }))
  const account = await done(
    admin.post('/api/admin/service-account', { name: 'robot', username: 'robot', rootRole: 1 }),
  )
  await done(
    admin.post(`${home}/actions`, {
      name: CANARY,
      description: CANARY,
      actorId: account.id,
      match: {
        source: 'signal-endpoint',
        sourceId: endpoint.id,
        payload: { [CANARY]: { operator: 'IN', values: [CANARY] } },
      },
      actions: [
        {
          action: 'TOGGLE_FEATURE_OFF',
          sortOrder: 1,
          executionParams: { environment: 'development', featureName: `${CANARY}-flag` },
        },
      ],
    }),
  )
}

/** Sends registrations and metrics of the project's applications. */
async function use(sdk: ReturnType<TestApp['client']>) {
  const now = new Date().toISOString()
  const appName = `${CANARY}-app`
  const registered = await sdk.post('/api/client/register', {
    appName,
    instanceId: CANARY,
    started: now,
    interval: 10_000,
    strategies: ['default'],
  })
  expect(registered.status).toBe(202)
  const counted = await sdk.post('/api/client/metrics', {
    appName,
    instanceId: CANARY,
    bucket: { start: now, stop: now, toggles: { [`${CANARY}-flag`]: { yes: 3, no: 1 } } },
  })
  expect(counted.status).toBe(202)
}
