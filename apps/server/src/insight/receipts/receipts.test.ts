import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { app, as, client, db } = await testApp()
const soon = { interval: 20 }
const flag = '/api/admin/projects/default/features/checkout'
const delivery = `${flag}/environments/development/delivery`
await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })

const poll = (instance: string) =>
  as.backendToken.get('/api/client/features', {
    headers: { 'unleash-appname': 'shop', 'unleash-instanceid': instance, 'unleash-client-spec': '5.2.0' },
  })
const read = async () => (await as.viewer.get(delivery)).body
const served = async () => {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await expect.poll(() => app.delivery.store.revision, soon).toBe(revision)
}

test('a receipt counts the instances that got a change and lists those still waiting', async () => {
  await served()
  await Promise.all([poll('a'), poll('b')])
  await expect.poll(async () => (await read()).sdks, soon).toEqual({ delivered: 2, total: 2 })
  await as.admin.post(`${flag}/environments/development/on`)
  await served()
  await expect.poll(async () => (await read()).sdks, soon).toEqual({ delivered: 0, total: 2 })
  await poll('a')
  await expect.poll(async () => (await read()).sdks, soon).toEqual({ delivered: 1, total: 2 })
  const { waiting, revision, changedAt } = await read()
  expect(waiting).toMatchObject([{ appName: 'shop', instanceId: 'b', kind: 'sdk', via: 'poll' }])
  expect(waiting[0].revision).toBeLessThan(revision)
  expect(Date.parse(changedAt)).toBeGreaterThan(0)
  await poll('b')
  await expect.poll(async () => (await read()).sdks, soon).toEqual({ delivered: 2, total: 2 })
  const earlier = (await as.viewer.get(`${delivery}?revision=1`)).body
  expect(earlier).toMatchObject({ revision: 1, sdks: { delivered: 2, total: 2 } })
})

test('nobody waits for a change that does not affect delivery', async () => {
  await as.admin.post('/api/admin/context', { name: 'plan' })
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  expect(revision).toBeGreaterThan((await read()).revision)
  const { body } = await as.viewer.get(`${delivery}?revision=${revision}`)
  expect(body).toMatchObject({ revision, sdks: { delivered: 2, total: 2 }, waiting: [] })
})

const report = {
  identifier: '01J-edge',
  appName: 'edge-frankfurt',
  edgeVersion: '0.1.0',
  started: new Date().toISOString(),
  connectedStreamingClients: 3,
  edgeApiKeyRevisionIds: [{ environment: 'development', projects: ['*'], revisionId: 1 }],
  receipts: {
    named: [
      {
        app: 'shop',
        instance: 'behind-edge',
        kind: 'sdk',
        via: 'stream',
        projects: ['*'],
        revision: 1,
        at: Date.now(),
      },
    ],
    counted: [{ projects: ['*'], revision: 9_999, instances: 1_000 }],
  },
}

test('edges report for the instances they serve', async () => {
  expect((await as.backendToken.post('/api/client/metrics/edge', report)).status).toBe(202)
  const { sdks, waiting } = await read()
  expect(sdks).toEqual({ delivered: 1_002, total: 1_003 })
  expect(waiting).toMatchObject([{ instanceId: 'behind-edge' }])
  const { body } = await as.viewer.get('/api/admin/edges')
  expect(body.edges).toMatchObject([
    { appName: 'edge-frankfurt', environment: 'development', revision: 1, instances: 1_001 },
  ])
  expect(body.edges[0].behind).toBeGreaterThan(0)
  expect(body.revisions.map(({ environment }: { environment: string }) => environment)).toContain(
    'development',
  )
})

test('an edge with access to some projects is only behind on changes in those projects', async () => {
  const own = { environment: 'development', projects: ['apart'], revisionId: 1 }
  const apart = { ...report, identifier: '02J-edge', appName: 'edge-apart', edgeApiKeyRevisionIds: [own] }
  expect((await as.backendToken.post('/api/client/metrics/edge', apart)).status).toBe(202)
  const { edges } = (await as.viewer.get('/api/admin/edges')).body
  expect(edges.find(({ appName }: { appName: string }) => appName === 'edge-apart').behind).toBe(0)
})

const latency = (avg: number) => ({ avg, count: 10, p99: avg * 2 })
const unleashEdge = {
  identifier: '03J-unleash',
  appName: 'unleash-edge',
  edgeVersion: '20.1.0',
  started: '2026-01-02T03:04:05Z',
  region: 'eu-north-1',
  hosting: 'enterprise-self-hosted',
  processMetrics: { cpuUsage: 0.123456, memoryUsage: 1_000_000 },
  connectedStreamingClients: 7,
  traffic: {
    get: { '/api/client/features': latency(1.234), '/api/frontend': latency(2) },
    post: {},
    cachedResponses: {},
    accessDenied: {},
  },
  latencyUpstream: { features: latency(3), metrics: latency(4), edge: latency(5) },
  requestsSinceLastReport: { '/api/client/features': { requests200: 3, requests304: 5 } },
  apiKeyRevisionIds: [
    {
      environment: 'development',
      projects: ['default', 'veiled'],
      revisionId: 1,
      lastUpdated: '2026-01-02T03:04:05Z',
    },
    { environment: 'production', projects: ['veiled'], revisionId: 1 },
  ],
  connectedEdges: [
    { identifier: '04J-behind', appName: 'branch', edgeVersion: '20.1.0', connectedEdges: [] },
    { appName: 'without identifier' },
  ],
}

test('Unleash edges are listed in the Unleash format, with traffic and latency', async () => {
  await makeProject(db, 'veiled', { mode: 'private' })
  expect((await as.backendToken.post('/api/client/metrics/edge', unleashEdge)).status).toBe(202)
  const read = async (who = as.admin) => {
    const { body } = await who.get('/api/admin/metrics/edges')
    const of = (id: string) => body.connectedEdges.find((edge: { id: string }) => edge.id === id)
    return { body, edge: of('03J-unleash'), behind: of('04J-behind') }
  }
  const { body, edge, behind } = await read()
  expect(body.revisionIds).toContainEqual({ environment: 'development', revisionId: expect.any(Number) })
  expect(edge).toMatchObject({
    instanceId: '03J-unleash',
    appName: 'unleash-edge',
    edgeVersion: '20.1.0',
    started: '2026-01-02T03:04:05Z',
    region: 'eu-north-1',
    hosting: 'enterprise-self-hosted',
    cpuUsage: '0.12',
    memoryUsage: 1_000_000,
    connectedStreamingClients: 7,
    clientFeaturesAverageLatencyMs: '1.23',
    clientFeaturesP99LatencyMs: '2.47',
    frontendApiAverageLatencyMs: '2',
    upstreamFeaturesAverageLatencyMs: '3',
    upstreamMetricsP99LatencyMs: '8',
    upstreamEdgeAverageLatencyMs: '5',
    apiKeyRevisionIds: [{ environment: 'development', projects: ['default', 'veiled'], revisionId: 1 }, {}],
  })
  expect(behind).toMatchObject({ appName: 'branch', connectedVia: '03J-unleash' })
  expect((await read(as.viewer)).edge.apiKeyRevisionIds).toEqual([
    { environment: 'development', projects: ['default'], revisionId: 1, lastUpdated: '2026-01-02T03:04:05Z' },
  ])
  const { about } = await db
    .selectFrom('receipts')
    .select('about')
    .where('reporter', '=', '03J-unleash')
    .executeTakeFirstOrThrow()
  expect(about).toMatchObject({
    traffic: unleashEdge.traffic,
    requestsSinceLastReport: unleashEdge.requestsSinceLastReport,
  })
})

test('invalid reports are refused, and receipts need access to the project', async () => {
  expect((await as.backendToken.post('/api/client/metrics/edge', { ...report, identifier: '' })).status).toBe(
    400,
  )
  expect((await as.frontendToken.post('/api/client/metrics/edge', report)).status).toBe(403)
  for (const url of ['/api/admin/edges', '/api/admin/metrics/edges'])
    expect((await as.anonymous.get(url)).status).toBe(401)
  expect((await as.viewer.get(`${flag}/environments/nowhere/delivery`)).status).toBe(404)
  await makeProject(db, 'hidden', { mode: 'private' })
  const hidden = '/api/admin/projects/hidden/features/checkout/environments/development/delivery'
  expect((await as.viewer.get(hidden)).status).toBe(404)
})

test('a report with texts that cannot be stored breaks no page', async () => {
  const odd = [
    { appName: 'a\u0000b' },
    { appName: '\ud800' },
    { identifier: 'nul\u0000' },
    { requestsSinceLastReport: { 'p\u0000': { requests200: 1 } } },
    {
      connectedEdges: [
        { identifier: 'nested', appName: 'x', edgeVersion: '1', started: '0000-01-01T00:00:00Z' },
      ],
    },
  ]
  for (const [index, more] of odd.entries()) {
    const report = { identifier: `odd-${index}`, appName: 'edge', edgeVersion: '1', ...more }
    expect((await as.backendToken.post('/api/client/metrics/edge', report)).status).toBe(202)
  }
  for (const path of ['/api/admin/edges', '/api/admin/metrics/edges'])
    expect((await as.admin.get(path)).status).toBe(200)
})

test('only the 1,000 edges that reported last are known, and one token cannot report without limit', async () => {
  await db
    .insertInto('edges')
    .values({ identifier: 'oldest', reported_at: new Date(0) })
    .execute()
  const names = Array.from({ length: 999 }, (_, index) => ({ identifier: `filler-${index}` }))
  await db.deleteFrom('edges').where('identifier', '!=', 'oldest').execute()
  await db.insertInto('edges').values(names).execute()
  const send = (more: object) =>
    as.backendToken.post('/api/client/metrics/edge', {
      identifier: 'newest',
      appName: 'x',
      edgeVersion: '1',
      ...more,
    })
  expect((await send({})).status).toBe(202)
  const known = (await db.selectFrom('edges').select('identifier').execute()).map((row) => row.identifier)
  expect(known).toHaveLength(1_000)
  expect(known).toContain('newest')
  expect(known).not.toContain('oldest')

  const connectedEdges = Array.from({ length: 200 }, () => ({ invalid: true }))
  const statuses = new Set<number>()
  for (let sent = 0; sent < 61 && !statuses.has(429); sent++)
    statuses.add((await send({ connectedEdges })).status)
  expect([...statuses].sort()).toEqual([202, 429])
})

const tokenOf = async (environment: string) => {
  const { body } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: environment,
    type: 'backend',
    environment,
    projects: ['*'],
  })
  return client({ authorization: body.secret })
}

test('a token only displaces edges of its environment', async () => {
  const long = new Date(Date.now() - 600_000)
  const row = { kind: 'edge' as const, about: '{}', named: '[]', counted: '[]', updated_at: long }
  const filler = Array.from({ length: 1_000 }, (_, index) => `dev-${String(index).padStart(4, '0')}`)
  await db.deleteFrom('edges').execute()
  await db.deleteFrom('receipts').execute()
  await db
    .insertInto('receipts')
    .values([
      ...filler.map((reporter) => ({ ...row, reporter, environment: 'development' })),
      { ...row, reporter: 'prod-live', environment: 'production', updated_at: new Date(0) },
    ])
    .execute()
  await db
    .insertInto('edges')
    .values([
      ...filler.map((identifier) => ({ identifier, reported_at: long })),
      { identifier: 'prod-live', reported_at: new Date(0) },
      { identifier: 'gone', reported_at: new Date(0) },
    ])
    .execute()
  const sdk = await tokenOf('development')
  const newest = { identifier: 'dev-new', appName: 'x', edgeVersion: '1' }
  await expect.poll(async () => (await sdk.post('/api/client/metrics/edge', newest)).status, soon).toBe(202)

  const reporters = (await db.selectFrom('receipts').select(['reporter', 'environment']).execute()).map(
    ({ reporter, environment }) => `${environment} ${reporter}`,
  )
  expect(reporters.filter((one) => one.startsWith('development'))).toHaveLength(1_000)
  expect(reporters).toEqual(expect.arrayContaining(['production prod-live', 'development dev-new']))
  expect(reporters).not.toContain('development dev-0999')
  const known = (await db.selectFrom('edges').select('identifier').execute()).map((one) => one.identifier)
  expect(known).toContain('prod-live')
  expect(known).not.toContain('gone')
  expect(known).not.toContain('dev-0999')
})

test('all reports in a body count, also those behind other edges', async () => {
  const sdk = await tokenOf('production')
  const send = (connectedEdges: object[]) =>
    sdk.post('/api/client/metrics/edge', {
      identifier: 'top',
      appName: 'x',
      edgeVersion: '1',
      connectedEdges,
    })
  await expect.poll(async () => (await send([])).status, soon).toBe(202)
  const crowd = { connectedEdges: Array.from({ length: 3_000 }, () => ({})) }
  expect((await send([crowd, { connectedEdges: [crowd] }])).status).toBe(429)
})
