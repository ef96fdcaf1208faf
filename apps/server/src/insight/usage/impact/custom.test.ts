import { expect, test } from 'vitest'
import { makeProject } from '../../../../test/fixtures.ts'
import { testApp } from '../../../../test/kit.ts'

const { as, client, db } = await testApp()
const path = '/api/admin/custom-metrics'
const send = (metrics: unknown, app = 'shop') =>
  as.backendToken.post('/api/client/metrics/custom', { metrics }, { headers: { 'unleash-appname': app } })

test('custom metrics are stored as gauges and listed', async () => {
  expect((await send([{ name: 'queue', value: 3, labels: { of: 'orders' } }])).status).toBe(202)
  await send([
    { name: 'queue', value: 5, labels: { of: 'orders' } },
    { name: 'queue', value: 9, labels: { of: 'mails' } },
  ])
  const { body } = await as.admin.get(path)
  expect(body.count).toBe(2)
  expect(body.metrics).toMatchObject([
    { name: 'queue', type: 'gauge', value: 5, labels: { of: 'orders', environment: 'development' } },
    { name: 'queue', type: 'gauge', value: 9, labels: { of: 'mails' } },
  ])
  const text = await as.admin.get(`${path}/prometheus`)
  expect(text.headers['content-type']).toMatch(/^text\/plain/)
  expect(text.body).toContain('# TYPE queue gauge')
})

test('series of applications in private projects are hidden from others', async () => {
  await makeProject(db, 'secret', { mode: 'private' })
  const input = { tokenName: 'secret', type: 'backend', environment: 'development', projects: ['secret'] }
  const { secret } = (await as.admin.post('/api/admin/api-tokens', input)).body
  const token = client({ authorization: secret })
  const registration = {
    appName: 'canary',
    strategies: [],
    started: new Date().toISOString(),
    interval: 15_000,
  }
  expect((await token.post('/api/client/register', registration)).status).toBe(202)
  await token.post(
    '/api/client/metrics/custom',
    { metrics: [{ name: 'canary_sings', value: 1 }] },
    { headers: { 'unleash-appname': 'canary' } },
  )
  for (const suffix of ['', '/prometheus']) {
    expect(JSON.stringify((await as.admin.get(path + suffix)).body)).toContain('canary_sings')
    expect(JSON.stringify((await as.viewer.get(path + suffix)).body)).not.toContain('canary')
  }
})

test('malformed metrics are refused', async () => {
  expect((await send([{ name: 'queue', value: 'many' }])).status).toBe(400)
  expect((await as.frontendToken.post('/api/client/metrics/custom', { metrics: [] })).status).toBe(403)
})
