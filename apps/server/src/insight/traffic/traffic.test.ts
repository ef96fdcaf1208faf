import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { listen, openStream } from '../../../test/stream.ts'
import { forgetOldReports, trafficUpkeep } from './jobs.ts'
import { forgetReports } from './queries.ts'

const { app, as, db, actors } = await testApp()
await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })
const day = () => new Date().toISOString().slice(0, 10)
const shop = { headers: { 'unleash-appname': 'shop', 'unleash-client-spec': '5.2.0' } }
type Group = { group: string; ok: number; same: number; refused: number; failed: number; points: number[] }

const groupsOf = async (range = 'hour') => {
  await app.traffic.flush()
  const { body } = await as.admin.get(`/api/admin/traffic?range=${range}`)
  return new Map<string, Group>(body.groups.map((one: Group) => [one.group, one]))
}

test('requests are counted by application, API and status class', async () => {
  const { headers } = await as.backendToken.get('/api/client/features', shop)
  for (let count = 0; count < 3; count++)
    await as.backendToken.get('/api/client/features', {
      headers: { ...shop.headers, 'if-none-match': String(headers.etag) },
    })
  await as.backendToken.get('/api/client/features/missing', shop)
  const registration = {
    appName: 'shop',
    strategies: [],
    started: new Date().toISOString(),
    interval: 15_000,
  }
  await as.backendToken.post('/api/client/register', registration, shop)
  await as.frontendToken.get('/api/frontend?userId=7')
  await as.anonymous.get('/api/client/features', { headers: { 'unleash-appname': 'stranger' } })
  const groups = await groupsOf()
  expect(groups.get('client-features')).toMatchObject({ ok: 1, same: 3, refused: 2, failed: 0 })
  expect(groups.get('client-register')).toMatchObject({ ok: 1 })
  expect(groups.get('frontend')).toMatchObject({ ok: 1 })
  expect(groups.get('admin')?.ok).toBeGreaterThan(0)
  expect(groups.get('client-features')?.points.reduce((sum, one) => sum + one)).toBe(6)
  const { body } = await as.admin.get('/api/admin/traffic?range=hour')
  // A caller without a token can send any name, so those that are not known are counted together.
  expect(body.apps.find(({ app: name }: { app: string }) => name === 'shop')).toMatchObject({
    ok: 2,
    refused: 1,
  })
  expect(body.apps.map(({ app: name }: { app: string }) => name)).not.toContain('stranger')
  expect(body.groups[0].top).toEqual({ app: 'shop', requests: 5 })
})

test('requests of the fast path and messages of streams are counted', async () => {
  const address = await listen(app.http)
  const before = (await groupsOf()).get('client-features')?.ok ?? 0
  const authorization = actors.backendToken.token ?? ''
  for (let count = 0; count < 5; count++)
    await (
      await fetch(`${address}/api/client/features`, { headers: { authorization, ...shop.headers } })
    ).text()
  const stream = await openStream(`${address}/api/client/streaming`, { authorization, ...shop.headers })
  await as.admin.post('/api/admin/projects/default/features/checkout/environments/development/on')
  await expect.poll(() => stream.messages.length).toBe(2)
  stream.close()
  const groups = await groupsOf()
  expect(groups.get('client-features')?.ok).toBe(before + 5)
  expect(groups.get('client-stream')?.ok).toBe(2)
})

test('the table of APIs can be downloaded as CSV', async () => {
  await app.traffic.flush()
  const { groups } = (await as.admin.get('/api/admin/traffic?range=hour')).body
  const { headers, body } = await as.admin.get('/api/admin/traffic.csv?range=hour')
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="traffic-hour.csv"')
  const [names, ...lines] = String(body).trimEnd().split('\r\n')
  expect(names).toBe('api,requests,ok,notModified,refused,failed,topApp')
  expect(lines.map((line) => line.split(',')[0])).toEqual(groups.map(({ group }: Group) => group))
  const features = groups.find(({ group }: Group) => group === 'client-features')
  const { ok, same, refused, failed } = features
  const requests = ok + same + refused + failed
  expect(lines).toContain(['client-features', requests, ok, same, refused, failed, 'shop'].join(','))
})

test('requests per second are a matrix of Prometheus', async () => {
  await app.traffic.flush()
  const { body } = await as.admin.get('/api/admin/metrics/rps')
  const { status, data } = body.clientMetrics
  expect([status, data.resultType]).toEqual(['success', 'matrix'])
  const metrics = data.result.map(({ metric }: { metric: object }) => metric)
  expect(metrics).toContainEqual({ appName: 'shop', endpoint: '/api/client/features' })
  expect(data.result[0].values[0]).toEqual([expect.any(Number), expect.any(String)])
  expect(body.adminMetrics.data.result[0].metric.endpoint).toBe('/api/admin')
})

test('days are summed once, however often the job runs', async () => {
  await app.traffic.flush()
  const query = `grouping=daily&from=${day()}&to=${day()}`
  const read = async () => {
    const { body } = await as.admin.get(`/api/admin/metrics/traffic?${query}`)
    const api = body.apiData.find(({ apiPath }: { apiPath: string }) => apiPath === '/api/client')
    return api.dataPoints[0].trafficTypes.map(({ count }: { count: number }) => count)
  }
  const before = await read()
  expect(before.reduce((sum: number, one: number) => sum + one)).toBeGreaterThan(10)
  const { run } = trafficUpkeep(db)
  await run()
  await run()
  expect(await read()).toEqual(before)
  const stored = await db
    .selectFrom('traffic_days')
    .selectAll()
    .where('grp', '=', 'client-features')
    .execute()
  expect(stored).toMatchObject([{ source: 'server', same: 3 }])
})

test('the job moves minutes out of the default partition and drops days that are too old', async () => {
  const old = new Date(Date.now() - 72 * 3_600_000)
  const row = { app: 'shop', grp: 'frontend', writer: 1, ok: 987_654, same: 0, refused: 0, failed: 0 }
  await db
    .insertInto('traffic_minutes')
    .values({ minute: old, ...row })
    .execute()
  const long = new Date(Date.now() - 500 * 86_400_000).toISOString().slice(0, 10)
  const { app: _, writer: _writer, ...counts } = row
  await db
    .insertInto('traffic_days')
    .values({ day: long, source: 'server', ...counts })
    .execute()
  await trafficUpkeep(db).run()
  expect(await db.selectFrom('traffic_minutes').selectAll().where('ok', '=', 987_654).execute()).toEqual([])
  expect(await db.selectFrom('traffic_days').selectAll().where('ok', '=', 987_654).execute()).toEqual([])
})

test('metered requests and connections are those of frontend and backend SDKs, servers and edges', async () => {
  const report = (identifier: string, more: object) =>
    as.backendToken.post('/api/client/metrics/edge', {
      identifier,
      appName: 'edge',
      edgeVersion: '1.0.0',
      started: '2026-11-17T00:00:00Z',
      ...more,
    })
  const counts = { '/api/frontend': { requests200: 1_000 }, '/api/client/features': { requests304: 57_600 } }
  const inner = { identifier: 'leaf', appName: 'edge', edgeVersion: '1', requestsSinceLastReport: counts }
  await report('top', { requestsSinceLastReport: counts, connectedEdges: [inner] })
  const edges = await db.selectFrom('edges').select(['identifier', 'parent']).orderBy('identifier').execute()
  expect(edges).toEqual([
    { identifier: 'leaf', parent: 'top' },
    { identifier: 'top', parent: null },
  ])
  await app.traffic.flush()
  const query = `grouping=daily&from=${day()}&to=${day()}`
  const requests = (await as.admin.get(`/api/admin/metrics/request?${query}`)).body
  expect(requests.apiData[0].dataPoints).toEqual([{ period: day(), requests: 2_001 }])
  const connections = (await as.admin.get(`/api/admin/metrics/connection?${query}`)).body
  expect(connections.apiData[0].dataPoints).toEqual([{ period: day(), connections: 20 }])
  const { body } = await as.admin.get('/api/admin/traffic?range=month')
  expect(body.edges).toMatchObject({ ok: 2_000, same: 115_200 })
})

const sendReport = (report: object, path = '/ofrep/v1', requests200 = 10) =>
  as.backendToken.post('/api/client/metrics/edge', {
    identifier: 'again',
    appName: 'edge',
    edgeVersion: '1',
    requestsSinceLastReport: { [path]: { requests200 } },
    ...report,
  })
const counted = async (group: string) => {
  const rows = await db
    .selectFrom('traffic_days')
    .select('ok')
    .where('grp', '=', group)
    .where('source', '=', 'edge')
    .execute()
  return rows.map(({ ok }) => ok)
}

test('a report that is sent again counts once, and two reports in one minute both count', async () => {
  for (const reportId of ['first', 'first', 'second', 'first']) await sendReport({ reportId })
  expect(await counted('ofrep')).toEqual([20])
})

test('reports without an ID are compared by content, within a minute', async () => {
  const minute = () => Math.floor(Date.now() / 60_000)
  const started = minute()
  for (const cpuUsage of [0.1, 0.1, 0.2])
    await sendReport(
      { identifier: 'no-id', processMetrics: { cpuUsage, memoryUsage: 1 } },
      '/api/client/delta',
    )
  expect(await counted('client-delta')).toEqual([started === minute() ? 20 : expect.any(Number)])
})

test('counts of edges stop at the largest number that is exact', async () => {
  const path = '/api/client/register'
  await sendReport({ reportId: 'large' }, path, Number.MAX_VALUE)
  expect(await counted('client-register')).toEqual([1e9])
  const most = Number.MAX_SAFE_INTEGER
  await db
    .updateTable('traffic_days')
    .set({ ok: most - 5 })
    .where('grp', '=', 'client-register')
    .execute()
  await sendReport({ reportId: 'over' }, path)
  expect(await counted('client-register')).toEqual([most])
  const query = `grouping=daily&from=${day()}&to=${day()}`
  expect((await as.admin.get(`/api/admin/metrics/traffic?${query}`)).status).toBe(200)
})

test('old reports are forgotten, and the oldest above the limit', async () => {
  await db.deleteFrom('edge_reports').execute()
  const rows = Array.from({ length: 30 }, (_, hours) => ({
    identifier: 'many',
    started: '',
    report: String(hours),
    minute: new Date(Date.now() - hours * 3_600_000),
  }))
  await db.insertInto('edge_reports').values(rows).execute()
  const kept = async () => (await db.selectFrom('edge_reports').select('report').execute()).length
  await forgetOldReports(db)
  expect(await kept()).toBe(24)
  await forgetReports(db, 9)
  expect(await kept()).toBe(9)
})

test('periods are checked, and only administrators see traffic', async () => {
  const bad = '/api/admin/metrics/traffic?grouping=daily&from=2026-02-30&to=2026-03-01'
  expect((await as.admin.get(bad)).status).toBe(400)
  expect((await as.admin.get(bad.replace('daily', 'hourly'))).status).toBe(400)
  for (const path of [
    'traffic',
    'traffic.csv',
    'metrics/rps',
    'metrics/traffic',
    'metrics/request',
    'metrics/connection',
  ])
    expect((await as.editor.get(`/api/admin/${path}`)).status, path).toBe(403)
})
