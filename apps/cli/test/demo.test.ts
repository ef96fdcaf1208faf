import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { startServer } from '../../server/test/cluster/server.ts'
import { seedHistory } from '../src/demo/history.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { startFlaky } from './flaky-server.ts'

// Tests build on each other: all use the same server.

const startedAt = Date.now()
const dayBefore = (days: number) => new Date(startedAt - days * 86_400_000).toISOString().slice(0, 10)
const ADMIN = '*:*.demo-test'
const postgres = await makePostgres()
const server = await startServer(postgres.url, {
  INIT_ADMIN_API_TOKENS: ADMIN,
  // Nobody but the people of the demo.
  UNLEASH_DEFAULT_ADMIN_USERNAME: '',
  UNLEASH_DEFAULT_ADMIN_PASSWORD: '',
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
})
afterAll(async () => {
  await server.stop()
  await postgres.remove()
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, `/api/admin${path}`, body, { authorization: ADMIN })
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.body
}
const get = (path: string) => call('GET', path)
const planOf = async (project: string, flag: string) =>
  (await get(`/projects/${project}/features/${flag}/environments/production/release-plans`))[0]
const seriesOf = async (metricName: string, range: string, labels: object = {}) => {
  const query = { metricName, range, aggregationMode: 'count', labels: JSON.stringify(labels) }
  return (await get(`/impact-metrics?${new URLSearchParams(query)}`)).series
}

// The demo must be whole although it was interrupted, and although the server was busy when it went on.
beforeAll(async () => {
  for (const refuseFrom of [120, 260]) {
    const ending = await startFlaky(server.url, { refuseFrom })
    await expect(seedDemo(ending.url, ADMIN)).rejects.toThrow('400')
    await ending.stop()
  }
  const busy = await startFlaky(server.url)
  await seedDemo(busy.url, ADMIN)
  await busy.stop()
})

test('change requests are in every state', async () => {
  const requests: { state: string; createdBy: { id: number }; comments: object[]; schedule?: object }[] =
    await get('/projects/checkout/change-requests')
  expect(requests.map(({ state }) => state).sort()).toEqual([
    'Applied',
    'Approved',
    'In review',
    'In review',
    'Rejected',
    'Scheduled',
  ])
  const open = requests.filter(({ state }) => state === 'In review')
  expect(new Set(open.map(({ createdBy }) => createdBy.id)).size).toBe(2)
  expect(open.some(({ comments }) => comments.length > 0)).toBe(true)
  expect(requests.find(({ state }) => state === 'Scheduled')?.schedule).toMatchObject({ status: 'pending' })
})

test('release plans run with a safeguard, are paused, and have ended', async () => {
  const running = await planOf('storefront', 'recommendations-v3')
  expect(running).toMatchObject({
    activeMilestoneId: running.milestones[0].id,
    safeguards: [{ impactMetric: { metricName: 'recommendation_errors' } }],
  })
  expect(running.pausedAt ?? null).toBeNull()
  const paused = await planOf('fulfilment', 'pick-route-optimizer')
  expect(paused).toMatchObject({
    pauseReason: expect.any(String),
    activeMilestoneId: paused.milestones[1].id,
  })
  const finished = await planOf('fulfilment', 'carrier-tracking-links')
  expect(finished.activeMilestoneId).toBe(finished.milestones.at(-1).id)
})

test('the guards of a rollout have data', async () => {
  const { id } = await planOf('storefront', 'search-suggestions')
  const guards = `/projects/storefront/features/search-suggestions/environments/production/release-plans/${id}/guards`
  const uses = async () =>
    (await get(guards)).guards.map((guard: { enabled: { uses: number } }) => guard.enabled.uses > 0)
  await expect.poll(uses).toEqual([true, true])
})

test('impact metrics have charts with a line for each side of a flag', async () => {
  const chartsOfFlag = '/projects/storefront/features/recommendations-v3/impact-metrics/config'
  expect((await get(chartsOfFlag)).configs).toHaveLength(2)
  expect((await get('/impact-metrics/config')).configs).toHaveLength(1)
  expect(await seriesOf('recommendation_errors', 'day', { 'recommendations-v3': ['*'] })).toHaveLength(2)
})

test('the webhook is off, and a signal has turned off a flag', async () => {
  expect((await get('/addons')).addons).toMatchObject([{ provider: 'webhook', enabled: false }])
  const { signalEndpoints } = await get('/signal-endpoints')
  expect(signalEndpoints).toMatchObject([{ name: 'alertmanager', enabled: true }])
  expect((await get('/projects/checkout/actions')).actions).toMatchObject([{ onProtected: 'request' }])
  const { actions } = await get('/projects/fulfilment/actions')
  const runs = async () => (await get(`/projects/fulfilment/actions/${actions[0].id}/events`)).actionSetEvents
  await expect.poll(runs).toMatchObject([{ state: 'success' }])
})

test('flags are in every stage of the lifecycle, and one is stale', async () => {
  const empty = async () => Object.entries(await get('/lifecycle/count')).filter(([, count]) => count === 0)
  await expect.poll(empty).toEqual([])
  const { features } = await get('/search/features?state=IS:stale')
  expect(features).toMatchObject([{ name: 'legacy-voucher-endpoint' }])
})

test('applications use flags, one with an outdated SDK, and two flags are unknown', async () => {
  const { applications } = await get('/metrics/applications')
  expect(applications.map(({ appName }: { appName: string }) => appName).sort()).toEqual([
    'checkout-api',
    'checkout-web',
    'storefront-web',
    'warehouse',
  ])
  expect((await get('/metrics/sdks/outdated')).sdks).toMatchObject([{ applications: ['checkout-web'] }])
  const { data } = await get('/client-metrics/features/new-payment-form/raw?hoursBack=48')
  expect(data.some(({ variants }: { variants?: object }) => variants && 'control' in variants)).toBe(true)
  // A name counts as unknown a minute after its first report.
  const unknown = async () =>
    (await get('/metrics/unknown-flags')).unknownFlags.map(({ name }: { name: string }) => name)
  await expect.poll(unknown).toEqual(['legacy-cart', 'new-paymnet-form'])
})

test('history is written only where nobody but the demo is at home, once', async () => {
  const stranger = {
    name: 'Eve',
    username: 'eve',
    rootRole: 3,
    sendEmail: false,
    password: 'Somebody-else-7',
  }
  const { id } = await call('POST', '/user-admin', stranger)
  expect(await seedHistory(postgres.url)).toBe(false)
  expect((await get('/insights/charts')).charts.lifecycle[0].values.filter(Boolean)).toHaveLength(1)
  await call('DELETE', `/user-admin/${id}`)
  expect(await seedHistory(postgres.url)).toBe(true)
  expect(await seedHistory(postgres.url)).toBe(false)
})

test('insights have past days that lead to the flags of now', async () => {
  const range = new URLSearchParams({ from: dayBefore(180), to: dayBefore(1), by: 'day' })
  const { charts, dates } = await get(`/insights/charts?${range}`)
  const valuesOf = (chart: string, id: string): number[] =>
    charts[chart].find((series: { id: string }) => series.id === id).values
  const now = await get('/lifecycle/count')
  for (const [stage, count] of Object.entries({
    initial: now.initial,
    'pre-live': now.preLive,
    live: now.live,
    completed: now.completed,
  })) {
    const values = valuesOf('lifecycle', stage)
    expect(values).not.toContain(null)
    expect(values.at(-1), stage).toBe(count)
  }
  expect(valuesOf('evaluations', 'yes').filter((count) => count > 0)).toHaveLength(dates.length)
  expect(valuesOf('production', 'median').filter((days) => days > 0).length).toBeGreaterThan(5)
  const year = await get(`/insights/charts?from=${dayBefore(360)}`)
  expect(year.charts.lifecycle[2].values).not.toContain(null)
})

test('the event log is whole and has no past events', async () => {
  const { brokenAt, revision } = await get('/event-chain')
  expect(brokenAt ?? null).toBeNull()
  expect(revision).toBeGreaterThan(200)
  const { total } = await get(`/search/events?to=IS:${dayBefore(1)}&limit=1`)
  expect(total).toBe(0)
})

test('usage of flags, traffic and impact metrics have past days', async () => {
  const { data } = await get('/client-metrics/features/dark-mode/raw?hoursBack=1440')
  expect(data.filter(({ yes }: { yes: number }) => yes > 0).length).toBeGreaterThan(55)
  const { groups } = await get('/traffic?range=year')
  expect(groups.some(({ ok }: { ok: number }) => ok > 10_000)).toBe(true)
  const [orders] = await seriesOf('orders_placed', 'month')
  expect(orders.data.length).toBeGreaterThan(25)
  const [errors] = await seriesOf('recommendation_errors', 'day', { 'recommendations-v3': ['enabled'] })
  expect(errors.data.length).toBeGreaterThan(90)
})

test('a second run changes nothing', async () => {
  const count = async () => (await get('/search/events?limit=1')).total
  const before = await count()
  expect(await seedDemo(server.url, ADMIN)).toBe(0)
  expect(await count()).toBe(before)
})
