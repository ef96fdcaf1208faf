import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FlagstaffProvider, type SnapshotStore } from '@flagstaff/openfeature-provider'
import { fileStore } from '@flagstaff/openfeature-provider/file'
import { OpenFeature, ProviderEvents, ServerProviderStatus } from '@openfeature/server-sdk'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT, rulesOf } from './changes.ts'
import { openCrew } from './crew.ts'
import { compareAnswers, createFlags } from './provider-answers.ts'
import { startProxy } from './proxy.ts'
import { endSdk, startSdk } from './sdk.ts'
import { BACKEND_TOKEN } from './server.ts'

const crew = await openCrew()
let server = await crew.start()
const proxy = await startProxy(server.url)
const folder = await mkdtemp(join(tmpdir(), 'provider-'))
const options = {
  url: proxy.url,
  token: BACKEND_TOKEN,
  appName: 'shop',
  pollIntervalMs: 500,
  metricsIntervalMs: 300,
}
const soon = { interval: 50 }
const client = OpenFeature.getClient('main')
const seen: string[] = []
for (const event of Object.values(ProviderEvents)) client.addHandler(event, () => void seen.push(event))

afterAll(async () => {
  await OpenFeature.close()
  proxy.close()
  await rm(folder, { recursive: true })
})

const turn = (flag: string, state: 'on' | 'off') =>
  expectStatus(
    server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`, undefined, {}),
    200,
  )
const isOn = (flag = 'checkout') => client.getBooleanValue(flag, false, { targetingKey: '7' })
const restart = async () => {
  await crew.kill(server)
  server = await crew.start()
  proxy.lead(server.url)
}
/** A `fetch` that records responses and can refuse the stream. */
function recording({ refuseStream = false } = {}) {
  const statuses: string[] = []
  const send: typeof fetch = async (...request) => {
    const path = new URL(String(request[0])).pathname
    const refused = refuseStream && path.endsWith('/streaming')
    const response = refused ? new Response('', { status: 404 }) : await fetch(...request)
    statuses.push(`${path} ${response.status}`)
    return response
  }
  return { statuses, fetch: send }
}

test('a change is streamed to the provider', async () => {
  await expectStatus(createFlag(server, 'checkout'), 201)
  await OpenFeature.setProviderAndWait('main', new FlagstaffProvider(options))
  await expect.poll(() => isOn()).toBe(false)
  await turn('checkout', 'on')
  await expect.poll(() => isOn(), soon).toBe(true)
  expect(seen).toContain(ProviderEvents.ConfigurationChanged)
  expect(await client.getBooleanDetails('unheard-of', true)).toMatchObject({
    value: true,
    reason: 'ERROR',
    errorCode: 'FLAG_NOT_FOUND',
  })
})

test('the targeting key is the user, also if there is a user id', async () => {
  await expectStatus(createFlag(server, 'for-seven'), 201)
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['7'] }]
  const rule = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default' }, constraints }
  await expectStatus(server.call('POST', rulesOf('for-seven'), rule), 200)
  await turn('for-seven', 'on')
  await expect.poll(() => isOn('for-seven'), soon).toBe(true)
  expect(await client.getBooleanValue('for-seven', false, { userId: '7' })).toBe(true)
  expect(await client.getBooleanValue('for-seven', false, { targetingKey: '8', userId: '7' })).toBe(false)
})

test('the provider is counted in receipts, applications and usage', async () => {
  const path = `${PROJECT}/features/checkout/environments/development/delivery`
  const delivered = async () => (await server.call('GET', path)).body.sdks
  await expect.poll(delivered, soon).toEqual({ delivered: 1, total: 1 })
  const sum = `select coalesce(sum(yes), 0)::int as yes from usage_counts
    where app = 'shop' and flag = 'checkout' and variant = ''`
  await isOn()
  await expect.poll(async () => (await crew.database.query(sum)).rows[0].yes, soon).toBeGreaterThan(0)
  const known = `select sdk_version from instances where app = 'shop'`
  const versions = async () => (await crew.database.query(known)).rows
  await expect.poll(versions, soon).toEqual([{ sdk_version: 'flagstaff-openfeature-provider:0.1.0' }])
})

test('8,000 answers are those of unleash-client', async () => {
  const names = await createFlags(server, 40)
  const sdk = await startSdk(server.url, 'polling')
  await expect.poll(() => client.getBooleanValue('last', false), soon).toBe(true)
  await expect.poll(() => sdk.isEnabled('last'), soon).toBe(true)
  const { compared, on, variants, different } = await compareAnswers({ client, sdk, names, users: 200 })
  expect(different).toEqual([])
  expect(compared).toBe(8000)
  // Otherwise the comparison says little.
  expect(on).toBeGreaterThan(2000)
  expect(variants).toBeGreaterThan(1000)
  endSdk(sdk)
})

test('a killed server is noticed, and its successor too', async () => {
  seen.length = 0
  await crew.kill(server)
  await expect.poll(() => client.providerStatus, soon).toBe(ServerProviderStatus.STALE)
  expect(await isOn()).toBe(true)
  await restart()
  await expect.poll(() => client.providerStatus, soon).toBe(ServerProviderStatus.READY)
  await turn('checkout', 'off')
  await expect.poll(() => isOn(), soon).toBe(false)
  expect(seen).toContain(ProviderEvents.Stale)
})

test('a stream that is cut is opened again', async () => {
  proxy.cut()
  await expect.poll(() => client.providerStatus, soon).toBe(ServerProviderStatus.STALE)
  await turn('checkout', 'on')
  expect(await isOn()).toBe(false)
  proxy.lead(server.url)
  await expect.poll(() => isOn(), soon).toBe(true)
  expect(client.providerStatus).toBe(ServerProviderStatus.READY)
})

test('polling gets 304 until something changes', async () => {
  const { statuses, fetch } = recording()
  await OpenFeature.setProviderAndWait(
    'polling',
    new FlagstaffProvider({ ...options, mode: 'polling', fetch }),
  )
  const polled = () => statuses.filter((status) => status.startsWith('/api/client/delta'))
  await expect.poll(() => polled().length, soon).toBeGreaterThan(2)
  expect([...new Set(polled())].sort()).toEqual(['/api/client/delta 200', '/api/client/delta 304'])
  expect(polled().filter((status) => status.endsWith('200'))).toHaveLength(1)
  await turn('checkout', 'off')
  const other = OpenFeature.getClient('polling')
  await expect.poll(() => other.getBooleanValue('checkout', true), soon).toBe(false)
  expect(statuses).not.toContain('/api/client/streaming 200')
})

test('changes also arrive where streams are refused', async () => {
  const { fetch } = recording({ refuseStream: true })
  await OpenFeature.setProviderAndWait('refused', new FlagstaffProvider({ ...options, fetch }))
  const other = OpenFeature.getClient('refused')
  await turn('checkout', 'on')
  await expect.poll(() => other.getBooleanValue('checkout', false), soon).toBe(true)
  expect(other.providerStatus).toBe(ServerProviderStatus.READY)
})

test('a wrong token is a fatal error', async () => {
  const provider = new FlagstaffProvider({ ...options, token: '*:development.wrong' })
  await expect(OpenFeature.setProviderAndWait('wrong', provider)).rejects.toThrow('returned 401')
  expect(OpenFeature.getClient('wrong').providerStatus).toBe(ServerProviderStatus.FATAL)
})

test('a snapshot serves while the server is away, and only for its token', async () => {
  const store: SnapshotStore = fileStore(join(folder, 'deep', 'flags.json'))
  const first = new FlagstaffProvider({ ...options, snapshot: store })
  await first.initialize()
  await first.onClose()
  expect(await store.load()).toContain('"checkout"')
  expect(await store.load()).not.toContain(BACKEND_TOKEN)

  proxy.cut()
  const fresh = OpenFeature.getClient('snapshot')
  await OpenFeature.setProviderAndWait('snapshot', new FlagstaffProvider({ ...options, snapshot: store }))
  await expect.poll(() => fresh.providerStatus, soon).toBe(ServerProviderStatus.STALE)
  expect(await fresh.getBooleanValue('checkout', false)).toBe(true)
  const stranger = new FlagstaffProvider({ ...options, token: '*:production.other', snapshot: store })
  await expect(stranger.initialize()).rejects.toThrow()
  await stranger.onClose()
  const without = new FlagstaffProvider(options)
  await expect(without.initialize()).rejects.toThrow()

  proxy.lead(server.url)
  await turn('checkout', 'off')
  await expect.poll(() => fresh.getBooleanValue('checkout', true), soon).toBe(false)
  expect(fresh.providerStatus).toBe(ServerProviderStatus.READY)
  // A provider that could not start goes on trying.
  const answer = async () => (await without.resolveBooleanEvaluation('checkout', true, {})).value
  await expect.poll(answer, soon).toBe(false)
  await without.onClose()
})
