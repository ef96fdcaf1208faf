import { afterAll, expect, test } from 'vitest'
import { feature, startFakeUpstream, TOKEN } from './fake-upstream.ts'
import { type EdgeProcess, startEdge } from './process.ts'

const upstream = await startFakeUpstream()
const names = Array.from({ length: 10 }, (_, at) => `flag-${at}`)
const whole = { version: 2, features: names.map((name) => feature(name)) }
const empty = { version: 2, features: [] }
upstream.says(() => whole)
const edge = await startEdge({
  UPSTREAM_URL: upstream.url,
  TOKENS: TOKEN,
  POLL_SECONDS: '0.02',
  RECHECK_SECONDS: '0.02',
})
await edge.ready()
afterAll(async () => {
  await edge.stop()
  upstream.close()
})

const soon = { interval: 20 }
type Flag = { name: string; enabled: boolean; strategies: { segments?: number[] }[] }
const flags = async (from: EdgeProcess = edge): Promise<Flag[]> =>
  ((await (await from.get('/api/client/features', TOKEN)).json()) as { features: Flag[] }).features
const many = async (from: EdgeProcess = edge) => (await flags(from)).length
const ready = async () => {
  const answer = await edge.get('/internal-backstage/ready', '')
  return (await answer.json()) as { status: string; environments: { warnings: string[] }[] }
}
const measures = async () => (await edge.get('/internal-backstage/metrics', '')).text()
/** Responds `count` times; later requests wait until they are released. */
const times = (count: number, answer: unknown) => {
  const { promise, resolve } = Promise.withResolvers<unknown>()
  upstream.says((given) => (given < count ? answer : promise))
  return resolve
}

test('an empty response is held back, with a warning, a metric and a log entry', async () => {
  const release = times(3, empty)
  await expect.poll(() => upstream.given, soon).toBeGreaterThan(3)
  expect(await many()).toBe(10)
  const { status, environments } = await ready()
  expect([status, environments]).toMatchObject([
    'READY',
    [{ warnings: [expect.stringContaining('10 of 10')] }],
  ])
  expect(await measures()).toContain('flagstaff_edge_doubted{environment="development"} 1')
  await expect.poll(edge.log, soon).toContain('is missing too many flags')
  release(whole)
  await expect.poll(measures, soon).toContain('flagstaff_edge_doubted{environment="development"} 0')
  expect((await ready()).environments).toMatchObject([{ warnings: [] }])
  expect(await many()).toBe(10)
})

test('a large deletion is applied once upstream has repeated it', async () => {
  const release = times(4, { version: 2, features: whole.features.slice(0, 4) })
  await expect.poll(() => many(), soon).toBe(4)
  release(whole)
  upstream.says(() => whole)
  await expect.poll(() => many(), soon).toBe(10)
})

test('a small deletion is applied at once', async () => {
  const release = times(1, { version: 2, features: whole.features.slice(0, 6) })
  await expect.poll(() => many(), soon).toBe(6)
  release(whole)
  upstream.says(() => whole)
  await expect.poll(() => many(), soon).toBe(10)
})

test.each([
  ['no list', { version: 2, features: {} }],
  ['no object', 'maintenance'],
  ['nothing', null],
  ['objects without names', { version: 2, features: [null, 7, {}] }],
])('a response that is %s changes nothing', async (_title, answer) => {
  upstream.says(() => answer)
  await expect.poll(() => upstream.given, soon).toBeGreaterThan(1)
  expect(await many()).toBe(10)
  upstream.says(() => whole)
  await expect.poll(() => upstream.given, soon).toBeGreaterThan(1)
})

test('a broken flag keeps its last good version, and the other flags are updated', async () => {
  const [broken, , ...others] = whole.features
  upstream.says(() => ({
    version: 2,
    features: [
      { ...broken, enabled: 'perhaps' },
      feature('flag-1', { enabled: false, fieldOfTheFuture: { x: 1 } }),
      ...others,
    ],
  }))
  const isOn = async (name: string) => (await flags()).find((flag) => flag.name === name)?.enabled
  await expect.poll(() => isOn('flag-1'), soon).toBe(false)
  expect([await isOn('flag-0'), await many()]).toEqual([true, 10])
  const info = await (await edge.get('/internal-backstage/info', '')).json()
  expect(info).toMatchObject({ quarantine: { 'flag flag-0': expect.stringContaining('enabled') } })
  expect(await measures()).toContain('flagstaff_edge_quarantine 1')
  upstream.says(() => whole)
  await expect.poll(measures, soon).toContain('flagstaff_edge_quarantine 0')
})

test('a segment that rules still use is kept', async () => {
  const staff = {
    id: 1,
    name: 'staff',
    constraints: [{ contextName: 'userId', operator: 'IN', values: ['7'] }],
  }
  const rule = { name: 'default', parameters: {}, constraints: [], segments: [1] }
  const features = [feature('flag-0', { strategies: [rule] }), ...whole.features.slice(1)]
  const evaluated = async () => {
    const body = { context: { targetingKey: '7', userId: '7' } }
    const answer = await edge.post('/ofrep/v1/evaluate/flags/flag-0', TOKEN, body)
    return ((await answer.json()) as { value: unknown; reason: string }).value
  }
  upstream.says(() => ({ version: 2, features, segments: [staff] }))
  await expect.poll(async () => (await flags())[0]?.strategies[0]?.segments, soon).toEqual([1])
  expect(await evaluated()).toBe(true)
  upstream.says(() => ({ version: 2, features, segments: [{ id: 1, constraints: 'gone' }] }))
  await expect.poll(() => upstream.given, soon).toBeGreaterThan(1)
  upstream.says(() => ({ version: 2, features }))
  await expect.poll(() => upstream.given, soon).toBeGreaterThan(1)
  expect(await evaluated()).toBe(true)
})

test('tokens stay valid if upstream suddenly rejects all of them for a short time', async () => {
  const status = async () => (await edge.get('/api/client/features', TOKEN)).status
  const others = (await edge.get('/api/client/features', '*:development.another')).status
  expect([await status(), others]).toEqual([200, 200])
  const all = (asked: string[]) =>
    asked.map((token) => ({ token, type: 'client', environment: 'development', projects: ['*'] }))
  upstream.accepts((asked) => (upstream.checked <= 3 ? [] : all(asked)))
  await expect.poll(() => upstream.checked, soon).toBeGreaterThan(3)
  expect(await status()).toBe(200)
  await expect.poll(edge.log, soon).toContain('no longer accepts any of the TOKENS')
  upstream.accepts(() => [])
  await expect.poll(status, soon).toBe(401)
})

test('an empty stream is held back as well', async () => {
  const streaming = await startFakeUpstream({ streams: true })
  streaming.says(() => whole)
  const follower = await startEdge({ UPSTREAM_URL: streaming.url, TOKENS: TOKEN, POLL_SECONDS: '0.02' })
  await follower.ready()
  expect(await many(follower)).toBe(10)
  streaming.says((given) => (given < 3 ? empty : whole))
  streaming.endStreams()
  await expect.poll(follower.log, soon).toContain('accepted again')
  expect(await many(follower)).toBe(10)
  streaming.says(() => ({ version: 2, features: [...whole.features, feature('new')] }))
  streaming.endStreams()
  await expect.poll(() => many(follower), soon).toBe(11)
  const metrics = async () => (await follower.get('/internal-backstage/metrics', '')).text()
  expect(await metrics()).toContain('flagstaff_edge_upstream_connected{environment="development"} 1')
  streaming.close()
  await expect.poll(metrics, soon).toContain('flagstaff_edge_upstream_connected{environment="development"} 0')
  expect(await metrics()).toContain('flagstaff_edge_upstream_lag_seconds{environment="development"}')
  await follower.stop()
})
