import { expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'

const { as, client } = await testApp({ METRICS_TOKEN: 'scrape-me' })
const path = '/internal-backstage/prometheus'

test('metrics are served to callers with the token, labelled by route instead of path', async () => {
  await as.admin.get('/api/admin/segments/1')
  await as.admin.get('/api/admin/segments/2')
  const { status, body, headers } = await client({ authorization: 'Bearer scrape-me' }).get(path)
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  expect(body).toContain('process_cpu_seconds_total')
  expect(body).toContain('nodejs_eventloop_lag_seconds')
  expect(body).toContain(
    'http_request_duration_milliseconds_count{path="/api/admin/segments/:id",method="GET",status="404"} 2',
  )
  expect(body).not.toContain('segments/1')
})

test('metrics require the token', async () => {
  expect((await as.anonymous.get(path)).status).toBe(401)
  expect((await client({ authorization: 'Bearer wrong' }).get(path)).status).toBe(401)
})
