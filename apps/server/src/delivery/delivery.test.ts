import { expect, test } from 'vitest'
import { published } from '../../test/cluster/check.ts'
import { testApp } from '../../test/kit.ts'
import { sum } from './usage.ts'

const { app, as, client, db } = await testApp()
const { store } = app.delivery
const backend = as.backendToken
const flag = '/api/admin/projects/default/features/checkout'
const spec = { headers: { 'unleash-client-spec': '5.2.0' } }
const soon = { interval: 10 }

/** Waits until delivery has applied every committed change. */
async function settled() {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  await expect.poll(() => store.revision, soon).toBe(revision)
}

test('a new flag is delivered to every environment, turned off', async () => {
  expect((await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })).status).toBe(201)
  await settled()
  const { status, body } = await backend.get('/api/client/features', spec)
  expect(status).toBe(200)
  expect(body.features).toMatchObject([{ name: 'checkout', enabled: false, strategies: [], variants: [] }])
  expect((await backend.get('/api/client/features/checkout')).body.name).toBe('checkout')
  expect((await backend.get('/api/client/features/other')).status).toBe(404)
})

test('a token is marked as used without a new version', async () => {
  type Token = { environment: string; type: string; seenAt: string | null; objectVersion: number }
  const used = async () =>
    (await as.admin.get('/api/admin/api-tokens')).body.tokens.find(
      ({ environment, type }: Token) => environment === 'development' && type === 'client',
    )
  await expect.poll(async () => (await used()).seenAt, soon).toEqual(expect.any(String))
  expect((await used()).objectVersion).toBe(1)
})

test('turning a flag on in one environment does not affect other environments', async () => {
  await as.admin.post(`${flag}/environments/development/on`)
  await settled()
  const [feature] = (await backend.get('/api/client/features', spec)).body.features
  expect(feature).toMatchObject({ enabled: true, strategies: [{ name: 'flexibleRollout' }] })
  const { toggles } = (await as.frontendToken.get('/api/frontend?userId=1')).body
  expect(toggles).toMatchObject([{ name: 'checkout', enabled: true, variant: { name: 'disabled' } }])
  expect(
    (await as.frontendToken.post('/api/frontend', { context: { userId: '1' } })).body.toggles,
  ).toHaveLength(1)
  const { live, compiled } = await published(app.database)
  expect(live).toEqual(compiled)
})

test('a segment is delivered only in environments where an active rule uses it', async () => {
  const seven = { name: 'seven', constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }] }
  const { id } = (await as.admin.post('/api/admin/segments', seven)).body
  const rules = `${flag}/environments/development/strategies`
  const [rule] = (await as.admin.get(rules)).body
  const segments = async () => {
    await settled()
    return (await backend.get('/api/client/features', spec)).body.segments
  }
  expect(await segments()).toEqual([])
  const { name, parameters } = rule
  await as.admin.put(`${rules}/${rule.id}`, { name, parameters, segments: [id] })
  expect(await segments()).toMatchObject([{ id, name: 'seven' }])
  expect((await as.frontendToken.get('/api/frontend?userId=8')).body.toggles).toEqual([])
  await as.admin.put(`/api/admin/segments/${id}`, {
    ...seven,
    constraints: [{ ...seven.constraints[0], values: ['8'] }],
  })
  await settled()
  expect((await as.frontendToken.get('/api/frontend?userId=8')).body.toggles).toHaveLength(1)
  await as.admin.put(`${rules}/${rule.id}`, { name, parameters, segments: [] })
  expect(await segments()).toEqual([])
  const { live, compiled } = await published(app.database)
  expect(live).toEqual(compiled)
})

test('a new token works at once, and a deleted one stops working at once', async () => {
  const made = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'short',
    type: 'backend',
    environment: 'development',
  })
  const { secret } = made.body
  await settled()
  const reader = client({ authorization: secret })
  expect((await reader.get('/api/client/features')).status).toBe(200)
  expect((await as.anonymous.post('/edge/validate', { tokens: [secret, 'nope'] })).body.tokens).toMatchObject(
    [{ token: secret, environment: 'development', projects: ['*'] }],
  )
  expect((await as.anonymous.post('/edge/validate', { tokens: 'nope' })).status).toBe(400)
  await as.admin.delete(`/api/admin/api-tokens/${encodeURIComponent(secret)}`)
  await settled()
  expect((await reader.get('/api/client/features')).status).toBe(401)
})

test('usage of several reports is summed by hour and stored', async () => {
  const bucket = {
    start: new Date().toISOString(),
    stop: new Date().toISOString(),
    toggles: { checkout: { yes: 2, no: 1, variants: { blue: 2 } }, unheard: { yes: 1, no: 0 } },
  }
  const posts = Array.from({ length: 20 }, () =>
    backend.post('/api/client/metrics', { appName: 'shop', bucket }),
  )
  expect(new Set((await Promise.all(posts)).map((answer) => answer.status))).toEqual(new Set([202]))
  expect(
    (await as.frontendToken.post('/api/frontend/client/metrics', { appName: 'web', bucket })).status,
  ).toBe(200)
  const rows = db
    .selectFrom('usage_hours')
    .select(['app', 'flag', 'variant', 'environment', 'yes', 'no'])
    .where('flag', '=', 'checkout')
    .orderBy('app')
    .orderBy('variant')
  await expect
    .poll(() => rows.execute(), soon)
    .toEqual([
      { app: 'shop', flag: 'checkout', variant: '', environment: 'development', yes: 40, no: 20 },
      { app: 'shop', flag: 'checkout', variant: 'blue', environment: 'development', yes: 40, no: 0 },
      { app: 'web', flag: 'checkout', variant: '', environment: 'development', yes: 2, no: 1 },
      { app: 'web', flag: 'checkout', variant: 'blue', environment: 'development', yes: 2, no: 0 },
    ])
})

test('an SDK registers with its version, and a registration without a name is refused', async () => {
  const application = {
    appName: 'shop',
    instanceId: 'a',
    sdkVersion: 'unleash-client-node:6.12.1',
    interval: 1000,
    started: Date.now(),
    strategies: ['default'],
    yggdrasilVersion: null,
  }
  const { status, headers } = await backend.post('/api/client/register', application)
  expect([status, headers['x-unleash-version']]).toEqual([202, '0.1.0'])
  expect((await backend.post('/api/client/register', {})).status).toBe(400)
  const instances = db.selectFrom('instances').select(['app', 'instance', 'sdk_version', 'sdk_type'])
  expect(await instances.where('instance', '=', 'a').execute()).toEqual([
    { app: 'shop', instance: 'a', sdk_version: 'unleash-client-node:6.12.1', sdk_type: 'backend' },
  ])
  expect(
    (await as.frontendToken.post('/api/frontend/client/register', { ...application, environment: 'x' }))
      .status,
  ).toBe(200)
  await expect
    .poll(() => instances.where('instance', '=', 'a').where('sdk_type', '=', 'frontend').execute(), soon)
    .toHaveLength(1)
  expect((await as.frontendToken.get('/api/frontend/client/features')).status).toBe(405)
})

test('a damaged document is quarantined, and all others are served', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'damaged' })
  await settled()
  await db
    .updateTable('published')
    .set({
      doc: JSON.stringify({ name: 'damaged', strategies: 'no list', dependencies: 5 }),
      from_revision: store.revision + 1,
    })
    .where('name', '=', 'damaged')
    .execute()
  await as.admin.post('/api/admin/projects/default/features', { name: 'healthy' })
  await settled()
  expect([...store.quarantine.keys()]).toEqual(['* damaged'])
  const names = (await backend.get('/api/client/features')).body.features.map(
    (one: { name: string }) => one.name,
  )
  expect(names).toEqual(['checkout', 'damaged', 'healthy'])
})

test('usage hours are clamped to the last two days, and each key has one row', () => {
  const now = Date.parse('2026-05-05T12:30:00Z')
  const post = (at: string, app: string) => ({
    app,
    environment: 'e',
    at: Date.parse(at),
    counts: [{ flag: 'f', yes: 1, no: 0, variants: [] }],
  })
  const rows = sum(
    [post('2026-05-05T12:29:00Z', 'b'), post('2020-01-01T00:00:00Z', 'a'), post('2030-01-01T00:00:00Z', 'b')],
    now,
  )
  expect(rows.map((row) => [row.hour.toISOString(), row.app, row.yes])).toEqual([
    ['2026-05-05T12:00:00.000Z', 'b', 2],
    ['2026-05-03T12:00:00.000Z', 'a', 1],
  ])
})
