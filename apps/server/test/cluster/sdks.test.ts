import { once } from 'node:events'
import { initialize, type Unleash } from 'unleash-client'
import { UnleashClient } from 'unleash-proxy-client'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT, rulesOf } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { endSdk } from './sdk.ts'
import { BACKEND_TOKEN, FRONTEND_TOKEN, startServer } from './server.ts'

const postgres = await makePostgres()
const server = await startServer(postgres.url)
const database = openDatabase({ url: postgres.url, poolSize: 2 })

const backend: Unleash = initialize({
  url: `${server.url}/api/`,
  appName: 'sdk-test',
  customHeaders: { Authorization: BACKEND_TOKEN },
  refreshInterval: 200,
  metricsInterval: 500,
})
const synchronized = once(backend, 'synchronized')
const stored = new Map<string, unknown>()
const frontend = new UnleashClient({
  url: `${server.url}/api/frontend`,
  clientKey: FRONTEND_TOKEN,
  appName: 'browser-test',
  refreshInterval: 0.2,
  metricsInterval: 1,
  storageProvider: {
    get: async (name: string) => stored.get(name),
    save: async (name: string, value: unknown) => void stored.set(name, value),
  },
  context: { userId: '7' },
})

afterAll(async () => {
  endSdk(backend)
  frontend.stop()
  await server.stop()
  await database.close()
  await postgres.remove()
})

const flag = `${PROJECT}/features/checkout`
const soon = { interval: 50 }

test('both SDKs see a flag being turned on', async () => {
  await expectStatus(createFlag(server, 'checkout'), 201)
  await synchronized
  await frontend.start()
  expect(backend.isEnabled('checkout')).toBe(false)
  expect(frontend.isEnabled('checkout')).toBe(false)
  await expectStatus(server.call('POST', `${flag}/environments/development/on`), 200)
  await expect.poll(() => backend.isEnabled('checkout'), soon).toBe(true)
  await expect.poll(() => frontend.isEnabled('checkout'), soon).toBe(true)
})

test('both SDKs see a changed rule', async () => {
  const [rule] = (await server.call('GET', rulesOf('checkout'))).body
  const only = (userId: string) => ({
    name: 'flexibleRollout',
    parameters: rule.parameters,
    constraints: [{ contextName: 'userId', operator: 'IN', values: [userId] }],
  })
  await expectStatus(server.call('PUT', `${rulesOf('checkout')}/${rule.id}`, only('8')), 200)
  await expect.poll(() => backend.isEnabled('checkout', { userId: '7' }), soon).toBe(false)
  expect(backend.isEnabled('checkout', { userId: '8' })).toBe(true)
  await expect.poll(() => frontend.isEnabled('checkout'), soon).toBe(false)
  await expectStatus(server.call('PUT', `${rulesOf('checkout')}/${rule.id}`, only('7')), 200)
  await expect.poll(() => frontend.isEnabled('checkout'), soon).toBe(true)
})

test('both SDKs get the same variant', async () => {
  const [rule] = (await server.call('GET', rulesOf('checkout'))).body
  const variants = ['blue', 'green'].map((name) => ({
    name,
    weight: 500,
    weightType: 'variable',
    stickiness: 'default',
    payload: { type: 'string', value: `the ${name} one` },
  }))
  const { name, parameters } = rule
  await expectStatus(
    server.call('PUT', `${rulesOf('checkout')}/${rule.id}`, { name, parameters, variants }),
    200,
  )
  await expect.poll(() => backend.getVariant('checkout', { userId: '7' }).name, soon).toMatch(/blue|green/)
  const chosen = backend.getVariant('checkout', { userId: '7' })
  await expect.poll(() => frontend.getVariant('checkout').name, soon).toBe(chosen.name)
  expect(frontend.getVariant('checkout').payload?.value).toBe(`the ${chosen.name} one`)
})

test('the metrics of both SDKs are stored in the database', async () => {
  const counted = async () => {
    const rows = await database.db
      .selectFrom('usage_counts')
      .select(['app', (eb) => eb.fn.sum<number>('yes').as('yes')])
      .where('flag', '=', 'checkout')
      .where('environment', '=', 'development')
      .where('variant', '=', '')
      .groupBy('app')
      .orderBy('app')
      .execute()
    return rows.filter((row) => Number(row.yes) > 0).map((row) => row.app)
  }
  await expect.poll(counted, { interval: 200 }).toEqual(['browser-test', 'sdk-test'])
  const instance = () => database.db.selectFrom('instances').selectAll().executeTakeFirst()
  await expect
    .poll(instance, soon)
    .toMatchObject({ app: 'sdk-test', environment: 'development', sdk_type: 'backend' })
})

test('while PostgreSQL is stopped for 20 s, flags are served and changes are refused', async () => {
  await postgres.stop()
  const until = performance.now() + 20_000
  let reads = 0
  while (performance.now() < until) {
    const [features, toggles, change] = await Promise.all([
      server.call('GET', '/api/client/features', undefined, { authorization: BACKEND_TOKEN }),
      server.call('GET', '/api/frontend?userId=7', undefined, { authorization: FRONTEND_TOKEN }),
      server.call('POST', `${flag}/environments/development/off`),
    ])
    expect([features.status, toggles.status, change.status]).toEqual([200, 200, 503])
    expect(toggles.body.toggles).toHaveLength(1)
    reads += 2
    await new Promise((done) => setTimeout(done, 100))
  }
  expect(reads).toBeGreaterThan(0)
  const { status, body } = await server.call('GET', '/ready')
  expect([status, body]).toMatchObject([
    200,
    { health: 'GOOD', database: expect.stringMatching(/^away since /) },
  ])
  expect((await server.call('GET', '/health')).status).toBe(200)
  await postgres.start()
  await expect
    .poll(async () => (await server.call('POST', `${flag}/environments/development/off`)).status, soon)
    .toBe(200)
  await expect.poll(() => backend.isEnabled('checkout', { userId: '7' }), soon).toBe(false)
})
