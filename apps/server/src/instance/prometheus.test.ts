import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { metricNames } from '../../test/metric-names.ts'

const path = '/internal-backstage/prometheus'
const { as, app, client } = await testApp({
  METRICS_TOKEN: 'scrape-me',
  METRICS_PER_FLAG: 'true',
})
const scrape = async () => {
  const { status, body, headers } = await client({ authorization: 'Bearer scrape-me' }).get(path)
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  return body as string
}

test('metrics are served to callers with the token, labelled by route instead of path', async () => {
  await as.admin.get('/api/admin/segments/1')
  await as.admin.get('/api/admin/segments/2')
  const body = await scrape()
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
  expect(body).toContain(
    'http_request_duration_milliseconds_count{path="/api/admin/segments/:id",method="GET",status="404"} 2',
  )
  expect(body).toMatch(
    /http_request_duration_milliseconds\{path="\/api\/admin\/segments\/:id",method="GET",status="404",quantile="0.99"\} [\d.]+/,
  )
  expect(body).not.toContain('segments/1')
})

test('every name that dashboards for Unleash use is there, once', async () => {
  const types = (await scrape()).match(/(?<=^# TYPE )\S+/gm)?.map(String) ?? []
  expect(metricNames.filter((name) => !types.includes(name))).toEqual([])
  expect(new Set(types).size).toBe(types.length)
})

test('changes, statements and SDK requests are counted', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'counted' })
  await as.admin.post('/api/admin/projects/default/features/counted/environments/development/on')
  await client({ authorization: 'wrong' }).get('/api/client/features?namePrefix=a')
  const body = await scrape()
  expect(body).toMatch(/flagstaff_write_seconds_count\{part="total"\} 2/)
  expect(body).toMatch(/db_query_duration_seconds_count\{store="\w+",action="select"\} \d+/)
  expect(body).toMatch(
    /http_sdk_request_duration_milliseconds_count\{path="\/api\/client\/features",method="GET",status="401"\} 1/,
  )
  expect(body).toMatch(/traffic_total\{trafficGroup="\/api\/client",statusCodeSeries="4xx"\} 1/)
  expect(body).toContain('nameprefix_count 1')
  expect(body).toMatch(
    /feature_toggle_update_total\{toggle="counted",project="default",environment="development"/,
  )
  expect(body).toContain('flagstaff_chain_broken 0')
  expect(body).toMatch(/flagstaff_store_lag_revisions\{environment="development"\} 0/)
})

test('a refused change counts as a limit error', async () => {
  const { limits } = app.handles.settings
  const before = limits.segments
  limits.segments = 0
  const { status } = await as.admin.post('/api/admin/segments', { name: 'one', constraints: [] })
  limits.segments = before
  expect(status).toBeGreaterThanOrEqual(400)
  expect(await scrape()).toMatch(/exceeds_limit_error\{resource="segments?",limit="0"\} 1/)
})

test('a scrape stays small, and does not read the figures again', async () => {
  const body = await scrape()
  expect(body.length).toBeLessThan(300_000)
  expect(body).toContain('feature_toggles_total{version="0.1.0"} 0')
})

test('metrics require the token', async () => {
  expect((await as.anonymous.get(path)).status).toBe(401)
  expect((await client({ authorization: 'Bearer wrong' }).get(path)).status).toBe(401)
})

test('with a separate port, metrics are served only there, without names of flags by default', async () => {
  const separate = await testApp({ METRICS_PORT: '9464', METRICS_TOKEN: 'scrape-me' })
  expect((await separate.as.anonymous.get(path)).status).toBe(404)
  const server = separate.app.metrics?.listen(0, '127.0.0.1')
  if (!server) throw new Error('there is no server for metrics')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  expect((await fetch(url)).status).toBe(401)
  const answer = await fetch(url, { headers: { authorization: 'scrape-me' } })
  expect(answer.status).toBe(200)
  const body = await answer.text()
  expect(body).toContain('flagstaff_revision ')
  expect(body).not.toContain('feature_toggle_usage_total')
  expect((await fetch(new URL('/api/admin/segments', url))).status).toBe(404)
})
