import { expect, test, vi } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { patiently } from '../../test/patience.ts'
import { usageUpkeep } from '../insight/usage/index.ts'

const { app, as, actors, db } = await testApp()
const soon = { interval: 10 }
const send = (body: unknown, who = as.backendToken) => who.post('/api/client/metrics/bulk', body)
const row = { featureName: 'checkout', appName: 'shop', environment: 'development', yes: 5, no: 1 }
const one = { appName: 'shop', instanceId: 'a', environment: 'development' }

await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })
await vi.waitUntil(() => app.delivery.store.piece('development', 'checkout'), patiently)

test('an edge can report usage of many applications, and usage of other environments is dropped', async () => {
  const timestamp = new Date().toISOString()
  const { status, body } = await send({
    applications: [],
    metrics: [
      { ...row, timestamp, variants: { blue: 2 } },
      { ...row, timestamp },
      { ...row, appName: 'till', timestamp: Date.now() },
      { ...row, environment: 'production' },
      { ...row, featureName: 'idle', yes: 0, no: 0 },
    ],
  })
  expect([status, body]).toEqual([202, ''])
  const rows = db
    .selectFrom('usage_hours')
    .select(['app', 'environment', 'flag', 'variant', 'yes', 'no'])
    .orderBy('app')
    .orderBy('variant')
  const kept = { environment: 'development', flag: 'checkout' }
  await expect
    .poll(() => rows.execute(), soon)
    .toEqual([
      { ...kept, app: 'shop', variant: '', yes: 10, no: 2 },
      { ...kept, app: 'shop', variant: 'blue', yes: 2, no: 0 },
      { ...kept, app: 'till', variant: '', yes: 5, no: 1 },
    ])
})

test('applications behind an edge are registered with their connection path', async () => {
  const connectVia = [{ appName: 'edge', instanceId: 'e1' }]
  await send({
    applications: [
      { ...one, sdkVersion: 'unleash-java-sdk:11.0.2', sdkType: null, strategies: ['default'], connectVia },
      { ...one, appName: 'web', sdkType: 'frontend', projects: ['default'] },
      { ...one, appName: 'elsewhere', environment: 'production' },
    ],
    metrics: [],
  })
  const { applications } = (await as.viewer.get('/api/admin/metrics/applications')).body
  expect(applications).toMatchObject([
    { appName: 'shop', usage: [{ project: '*' }] },
    { appName: 'web', usage: [{ project: 'default' }] },
  ])
  const shop = (await as.viewer.get('/api/admin/metrics/applications/shop')).body
  expect(shop.instances).toMatchObject([{ sdkType: 'backend', connectVia }])
})

test('an application or a count without an environment belongs to that of the token', async () => {
  for (const environment of [null, undefined]) {
    const appName = `shop-${environment}`
    const { status } = await send({
      applications: [{ ...one, appName, environment }],
      metrics: [{ ...row, appName, environment }],
    })
    expect(status).toBe(202)
    const known = () => as.viewer.get(`/api/admin/metrics/applications/${appName}`)
    await expect
      .poll(async () => (await known()).body.instances, soon)
      .toMatchObject([{ environment: 'development' }])
    const counts = db.selectFrom('usage_hours').select(['environment', 'yes']).where('app', '=', appName)
    await expect.poll(() => counts.execute(), soon).toEqual([{ environment: 'development', yes: 5 }])
  }
})

test('tokens reported by an edge are marked as used', async () => {
  await send({ applications: [], metrics: [], seenTokens: [actors.frontendToken.token, 'nosuch'] })
  const seen = () =>
    db.selectFrom('api_tokens').select('seen_at').where('id', '=', 'test-frontend').executeTakeFirst()
  await expect.poll(async () => (await seen())?.seen_at, soon).toBeInstanceOf(Date)
})

test('text that PostgreSQL cannot store is sanitised, and the rest of the bulk is stored', async () => {
  const odd = 'od\0d\ud800'
  const { status } = await send({
    applications: [
      { ...one, appName: odd, sdkVersion: odd, connectVia: [{ appName: odd, instanceId: odd }] },
    ],
    metrics: [
      { ...row, appName: odd, variants: { [odd]: 1 } },
      { ...row, featureName: odd },
    ],
  })
  expect(status).toBe(202)
  const names = (await as.viewer.get('/api/admin/metrics/applications?query=odd')).body.applications
  expect(names).toMatchObject([{ appName: 'odd\ufffd' }])
})

test('a bulk with an idempotency key is stored once, even when retries arrive concurrently', async () => {
  const again = { ...row, appName: 'again' }
  const body = { applications: [{ ...one, appName: 'again' }], metrics: [again, again] }
  const sendAs = (key: string) =>
    as.backendToken.post('/api/client/metrics/bulk', body, { headers: { 'idempotency-key': key } })
  const answers = await Promise.all([sendAs('first'), sendAs('first'), sendAs('second')])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  expect((await sendAs('first')).status).toBe(202)
  const counts = await db.selectFrom('usage_counts').select('yes').where('app', '=', 'again').execute()
  expect(counts.reduce((all, { yes }) => all + yes, 0)).toBe(20)
  expect((await sendAs('x'.repeat(101))).status).toBe(400)
})

test('idempotency keys expire after eight days', async () => {
  const old = new Date(Date.now() - 9 * 86_400_000)
  await db.updateTable('usage_batches').set({ received_at: old }).where('id', '=', 'first').execute()
  await usageUpkeep(db).run()
  expect(await db.selectFrom('usage_batches').select('id').execute()).toEqual([{ id: 'second' }])
})

test('rejects malformed bulk reports', async () => {
  expect((await send({})).status).toBe(400)
  expect((await send({ applications: 'none', metrics: [] })).status).toBe(400)
  expect((await send({ applications: [{ appName: 'x' }], metrics: [] })).status).toBe(400)
  expect((await send({ applications: [], metrics: [{ ...row, yes: -1 }] })).status).toBe(400)
  const large = { applications: [], metrics: [], seenTokens: ['x'.repeat(110 * 1024)] }
  expect((await send(large)).status).toBe(413)
  expect((await send({ applications: [], metrics: [] }, as.frontendToken)).status).toBe(403)
})
