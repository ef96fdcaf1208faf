import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { watchContract } from '../../../test/contract-watch.ts'
import { testApp } from '../../../test/kit.ts'
import { buildApp } from '../../app.ts'

const { app, actors } = await testApp()

async function logged() {
  const lines: Record<string, unknown>[] = []
  const logger = pino({}, { write: (line) => lines.push(JSON.parse(line)) })
  const settings = { ...app.handles.settings, requestLog: true, trustedProxies: ['127.0.0.1'] }
  const other = await buildApp(settings, { logger, observe: watchContract })
  onTestFinished(() => other.stop())
  return { http: other.http, requests: () => lines.filter(({ route }) => route !== undefined) }
}

test('a line of the log has the ID of the request, the address of its caller, and who it is', async () => {
  const { http, requests } = await logged()
  const headers = {
    authorization: actors.admin.token,
    'x-request-id': 'from-the-proxy.1',
    'x-forwarded-for': '203.0.113.7',
  }
  const response = await http.inject({ url: '/api/admin/segments', headers })
  expect(response.headers['x-request-id']).toBe('from-the-proxy.1')
  expect(requests()).toMatchObject([
    {
      requestId: 'from-the-proxy.1',
      route: '/api/admin/segments',
      status: 200,
      ip: '203.0.113.7',
      actorId: actors.admin.id,
    },
  ])
})

test.each(['two words', 'a'.repeat(129), ''])('an ID that cannot be logged is replaced: %j', async (sent) => {
  const { http, requests } = await logged()
  const { headers } = await http.inject({ url: '/auth/reset/validate', headers: { 'x-request-id': sent } })
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests()).toMatchObject([{ requestId: headers['x-request-id'] }])
})

test('health checks are not logged, but have an ID', async () => {
  const { http, requests } = await logged()
  for (const url of ['/health', '/ready', '/internal-backstage/prometheus'])
    expect((await http.inject(url)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(requests()).toEqual([])
})
