import { once } from 'node:events'
import type { Unleash } from 'unleash-client'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { endSdk, type SdkMode, startSdk } from './sdk.ts'
import { BACKEND_TOKEN, type Server, startServer } from './server.ts'

const postgres = await makePostgres()
const [here, there] = [await startServer(postgres.url), await startServer(postgres.url)]
const sdks: Unleash[] = []

const start = async (server: Server, mode: SdkMode) => {
  const sdk = await startSdk(server.url, mode, 100)
  sdks.push(sdk)
  return sdk
}

afterAll(async () => {
  for (const sdk of sdks) endSdk(sdk)
  await Promise.all([here.stop(), there.stop()])
  await postgres.remove()
})

const soon = { interval: 5 }
const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
const set = (server: Server, flag: string, state: 'on' | 'off') =>
  expectStatus(server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`), 200)

const delta = (server: Server, etag?: string) =>
  server.call('GET', '/api/client/delta', undefined, {
    authorization: BACKEND_TOKEN,
    ...(etag ? { 'if-none-match': etag } : {}),
  })

test('streaming and delta-polling SDKs follow changes made on another server', async () => {
  await expectStatus(createFlag(here, 'checkout'), 201)
  const streaming = await start(there, 'streaming')
  const asking = await start(there, 'delta')
  for (const state of ['on', 'off', 'on'] as const) {
    await set(here, 'checkout', state)
    await expect.poll(() => streaming.isEnabled('checkout'), soon).toBe(state === 'on')
    await expect.poll(() => asking.isEnabled('checkout'), soon).toBe(state === 'on')
  }
  await expectStatus(createFlag(here, 'search'), 201)
  await set(here, 'search', 'on')
  await expect
    .poll(() => [streaming, asking].map((sdk) => sdk.isEnabled('search')), soon)
    .toEqual([true, true])
  await expectStatus(here.call('DELETE', `${PROJECT}/features/search`), 202)
  await expect
    .poll(() => [streaming, asking].map((sdk) => sdk.getFeatureToggleDefinition('search')), soon)
    .toEqual([undefined, undefined])
})

test('a change reaches a stream on another process in about the time of the change itself', async () => {
  const sdk = await start(there, 'streaming')
  const delays: number[] = []
  const changes: number[] = []
  for (let turn = 0; turn < 40; turn++) {
    const state = turn % 2 === 0 ? 'off' : 'on'
    const asked = performance.now()
    await set(here, 'checkout', state)
    const answered = performance.now()
    changes.push(answered - asked)
    while (sdk.isEnabled('checkout') !== (state === 'on')) await once(sdk, 'changed')
    delays.push(performance.now() - answered)
  }
  // `pnpm bench delivery` measures milliseconds. With polling alone this would take half a second.
  expect(median(delays)).toBeLessThan(5 * median(changes))
})

test('an SDK resumes after a restart of its server', async () => {
  const third = await startServer(postgres.url)
  const port = new URL(third.url).port
  const sdk = await start(third, 'streaming')
  const before = await delta(third)
  await third.kill()
  await set(here, 'checkout', 'off')
  const again = await startServer(postgres.url, { PORT: port })
  await expect.poll(() => sdk.isEnabled('checkout'), { interval: 50 }).toBe(false)
  const missed = await delta(again, before.headers.get('etag') ?? '')
  expect(missed.body.events.map(({ type }: { type: string }) => type)).toEqual(['feature-updated'])
  await again.stop()
})
