import { expect, test } from 'vitest'
import { makeProject, trail } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, db, client } = await testApp()
const path = '/api/admin/impact-metrics'
await makeProject(db, 'hidden', { mode: 'private' })
await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })
await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret-flag' })
const token = { tokenName: 'hidden', type: 'backend', environment: 'development', projects: ['hidden'] }
const { secret } = (await as.admin.post('/api/admin/api-tokens', token)).body
const hiddenApp = client({ authorization: secret })
const charts = (flag: string, project = 'default') =>
  `/api/admin/projects/${project}/features/${flag}/impact-metrics/config`

const counter = (name: string, value: number, labels: object = {}) => ({
  name,
  help: `Number of ${name}`,
  type: 'counter',
  samples: [{ value, labels }],
})
const report = async (sender: typeof hiddenApp, appName: string, impactMetrics: object[]) => {
  const bucket = { start: new Date().toISOString(), stop: new Date().toISOString(), toggles: {} }
  await sender.post('/api/client/register', { appName, strategies: [], started: bucket.start, interval: 1 })
  const { status } = await sender.post('/api/client/metrics', { appName, bucket, impactMetrics })
  expect(status).toBe(202)
}
await report(as.backendToken, 'shop', [
  counter('orders', 3, { plan: 'gold' }),
  counter('orders', 4, { plan: 'free' }),
])
await report(hiddenApp, 'vault', [
  counter('orders', 100, { plan: 'secret-plan' }),
  counter('secret_orders', 1),
])

const query = (metricName: string, more: Record<string, string> = {}) =>
  `${path}?${new URLSearchParams({ metricName, range: 'hour', aggregationMode: 'count', ...more })}`
type Data = { series: { metric: Record<string, string>; data: [number, number][] }[] }
const total = ({ series }: Data) =>
  series.flatMap(({ data }) => data).reduce((sum, [, value]) => sum + value, 0)

test('a query returns the series with start, end, step and labels', async () => {
  const { body } = await as.admin.get(query('orders'))
  expect(body).toMatchObject({ step: '1m', debug: { metricType: 'counter', isTruncated: false, leftOut: 0 } })
  expect(Number(body.end) - Number(body.start)).toBeLessThanOrEqual(3_600)
  expect(body.labels).toEqual({
    appName: ['shop', 'vault'],
    environment: ['development'],
    plan: ['free', 'gold', 'secret-plan'],
  })
  expect(total(body)).toBe(107)
})

test.each([
  ['day', '15m'],
  ['week', '3h'],
  ['month', '1d'],
])('a %s has steps of %s', async (range, step) => {
  const { body } = await as.admin.get(query('orders', { range }))
  expect([body.step, total(body)]).toEqual([step, 107])
})

test('labels filter, and a label with several values or * divides the lines', async () => {
  const lines = async (labels: object) => {
    const { body } = await as.viewer.get(query('orders', { labels: JSON.stringify(labels) }))
    return body.series.map((one: Data['series'][number]) => [one.metric.plan, total({ series: [one] })])
  }
  expect(await lines({ plan: ['gold'] })).toEqual([[undefined, 3]])
  expect(await lines({ plan: ['*'] })).toEqual([
    ['free', 4],
    ['gold', 3],
  ])
  expect(await lines({ plan: ['gold', 'free'], environment: ['development'] })).toHaveLength(2)
})

test.each(['{', '[]', '{"plan":"gold"}', 'null'])('refuses the labels %s', async (labels) => {
  expect((await as.viewer.get(query('orders', { labels }))).status).toBe(400)
})

test('metrics of applications in private projects are hidden', async () => {
  const { body } = await as.viewer.get(query('orders'))
  expect([total(body), body.labels.appName, body.labels.plan]).toEqual([7, ['shop'], ['free', 'gold']])
  const secret = (await as.viewer.get(query('secret_orders'))).body
  expect(secret).toMatchObject({ series: [], labels: {}, debug: { isTruncated: false } })
  expect(secret.debug.metricType).toBeUndefined()
  const names = async (actor: typeof as.viewer) =>
    (await actor.get(`${path}/metadata`)).body.metrics.map((one: { name: string }) => one.name)
  expect(await names(as.viewer)).toEqual(['orders'])
  expect(await names(as.admin)).toEqual(['orders', 'secret_orders'])
})

test('metrics are listed with type and help', async () => {
  const { body } = await as.viewer.get(`${path}/metadata`)
  expect(body.metrics).toEqual([
    { name: 'orders', displayName: 'orders', help: 'Number of orders', source: 'internal', type: 'counter' },
  ])
})

test('a registered metric is listed before it is sent, and keeps its type', async () => {
  const register = (name: string, type: string, actor = as.viewer) =>
    actor.post(`${path}/register`, { name, type })
  expect((await register('planned', 'gauge')).status).toBe(201)
  expect((await register('planned', 'gauge')).status).toBe(201)
  expect((await register('planned', 'counter')).status).toBe(400)
  expect((await register('not-a-name', 'counter')).status).toBe(400)
  // The answer must not tell whether a hidden metric exists.
  expect((await register('secret_orders', 'gauge')).status).toBe(201)
  const { body } = await as.viewer.get(`${path}/metadata`)
  expect(body.metrics.map((one: { name: string }) => one.name)).toEqual(['orders', 'planned'])
  expect((await as.admin.get(query('secret_orders'))).body.debug.metricType).toBe('counter')
})

test('page views are always empty', async () => {
  expect((await as.viewer.get(`${path}/plausible`)).body).toEqual({ data: [] })
})

const chart = {
  title: 'Orders by plan',
  metricName: 'orders',
  timeRange: 'week',
  aggregationMode: 'count',
  labelSelectors: { plan: ['*'] },
  yAxisMin: 'zero',
}

test('charts of the instance can be created, changed and deleted by administrators', async () => {
  const { status, body } = await as.admin.post(`${path}/config`, chart)
  expect(status).toBe(200)
  const shown = {
    ...chart,
    id: body.id,
    displayName: 'orders',
    source: 'internal',
    step: '3h',
    mode: 'write',
  }
  expect(body).toEqual(shown)
  const changed = await as.admin.post(`${path}/config`, {
    ...chart,
    id: body.id,
    title: ' ',
    timeRange: 'hour',
  })
  const { title: _title, ...untitled } = shown
  expect(changed.body).toEqual({ ...untitled, timeRange: 'hour', step: '1m' })
  expect((await as.viewer.get(`${path}/config`)).body.configs).toEqual([changed.body])
  expect((await as.editor.post(`${path}/config`, chart)).status).toBe(403)
  expect((await as.editor.delete(`${path}/config/${body.id}`)).status).toBe(403)
  expect((await as.admin.delete(`${path}/config/${body.id}`)).status).toBe(204)
  expect((await as.admin.delete(`${path}/config/${body.id}`)).status).toBe(404)
  expect((await as.admin.post(`${path}/config`, { ...chart, id: body.id })).status).toBe(404)
  const types = (await trail(db))
    .map((event) => event.type)
    .filter((type) => type.startsWith('impact-metric'))
  expect(types).toEqual(['impact-metric-created', 'impact-metric-updated', 'impact-metric-deleted'])
})

test('a chart of a hidden metric is hidden', async () => {
  await as.admin.post(`${path}/config`, { ...chart, metricName: 'secret_orders', title: 'Hidden' })
  await as.admin.post(`${path}/config`, { ...chart, metricName: 'not_sent_yet', title: 'Empty' })
  const titles = async (actor: typeof as.viewer) =>
    (await actor.get(`${path}/config`)).body.configs.map((one: { title: string }) => one.title)
  expect(await titles(as.viewer)).toEqual(['Empty'])
  expect(await titles(as.admin)).toEqual(['Hidden', 'Empty'])
})

test('charts of a flag belong to the flag, and its editors can change them', async () => {
  const { body } = await as.member.post(charts('checkout'), chart)
  expect(body).toMatchObject({ metricName: 'orders', mode: 'write' })
  expect((await as.viewer.get(charts('checkout'))).body.configs).toEqual([body])
  expect((await as.viewer.post(charts('checkout'), chart)).status).toBe(403)
  // An id of a flag cannot be used for the instance, or the other way round.
  expect((await as.admin.post(`${path}/config`, { ...chart, id: body.id })).status).toBe(404)
  expect((await as.admin.delete(`${path}/config/${body.id}`)).status).toBe(404)
  const changed = await as.member.post(charts('checkout'), { ...chart, id: body.id, title: 'Other' })
  expect(changed.body.title).toBe('Other')
  expect((await as.member.delete(`${charts('checkout')}/${body.id}`)).status).toBe(204)
  expect((await as.viewer.get(charts('checkout'))).body.configs).toEqual([])
})

test('charts of flags in private projects are hidden', async () => {
  const { status, body } = await as.admin.post(charts('secret-flag', 'hidden'), chart)
  expect(status).toBe(200)
  for (const project of ['hidden', 'default']) {
    expect((await as.viewer.get(charts('secret-flag', project))).status).toBe(404)
    expect((await as.member.post(charts('secret-flag', project), chart)).status).toBe(404)
    expect((await as.member.delete(`${charts('secret-flag', project)}/${body.id}`)).status).toBe(404)
  }
})

test('a deleted chart can be restored with undo', async () => {
  const { body } = await as.admin.post(charts('checkout'), chart)
  const deleted = await as.admin.delete(`${charts('checkout')}/${body.id}`)
  const undo = await as.admin.post(`/api/admin/undo/${deleted.headers['x-undo']}`)
  expect(undo.status).toBeLessThan(300)
  expect((await as.viewer.get(charts('checkout'))).body.configs).toEqual([body])
})

test.each([
  ['a metric name', { metricName: 'a-b' }],
  ['a mode', { aggregationMode: 'p75' }],
  ['a range', { timeRange: 'year' }],
  [
    'too many labels',
    { labelSelectors: Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`l${n}`, ['x']])) },
  ],
  ['a long title', { title: 'x'.repeat(101) }],
])('refuses a chart with an invalid value: %s', async (_name, change) => {
  expect((await as.admin.post(`${path}/config`, { ...chart, ...change })).status).toBe(400)
})
