import { expect, test } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'

const { as, client, db } = await testApp({}, async (db) => {
  await makeProject(db, 'secret', { mode: 'private' })
  await makeProject(db, 'other')
})
const url = (project: string) => `/api/admin/projects/${project}/onboarding?environment=development`
const read = async (project = 'default') => (await as.viewer.get(url(project))).body

test('only environments of visible projects have an onboarding', async () => {
  expect(await read()).toEqual({ status: 'onboarding-started', seen: null })
  expect((await as.viewer.get(url('secret'))).status).toBe(404)
  expect((await as.viewer.get(url('nosuch'))).status).toBe(404)
  expect((await as.viewer.get('/api/admin/projects/default/onboarding')).status).toBe(400)
  expect((await as.viewer.get(url('default').replace('development', 'nosuch'))).status).toBe(404)
})

test('an application that asks for flags is seen, then named by its SDK, then evaluates', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'first' })
  const { body: token } = await as.admin.post('/api/admin/api-tokens', {
    tokenName: 'first',
    type: 'backend',
    environment: 'development',
    projects: ['default'],
  })
  const sdk = client({ authorization: token.secret })
  await sdk.get('/api/client/features', {
    headers: { 'unleash-appname': 'shop', 'unleash-instanceid': 'pod-1', 'unleash-client-spec': '5.2.0' },
  })
  await expect
    .poll(() => read().then(({ seen }) => seen), patiently)
    .toMatchObject({ appName: 'shop', instanceId: 'pod-1', via: 'poll', sdk: null })
  expect((await read('other')).seen).toBeNull()
  const now = new Date().toISOString()
  await sdk.post('/api/client/register', {
    appName: 'shop',
    instanceId: 'pod-1',
    sdkVersion: 'unleash-node-sdk:6.12.1',
    started: now,
    interval: 15_000,
    strategies: [],
  })
  await expect.poll(() => read().then(({ seen }) => seen?.sdk), patiently).toBe('unleash-node-sdk:6.12.1')
  await expect.poll(() => read().then(({ status }) => status), patiently).toBe('sdk-connected')
  await sdk.post('/api/client/metrics', {
    appName: 'shop',
    instanceId: 'pod-1',
    bucket: { start: now, stop: now, toggles: { first: { yes: 1, no: 0 } } },
  })
  await expect.poll(() => read().then(({ status }) => status), patiently).toBe('onboarded')
})

test('an edge that reports impossible times and revisions breaks no page', async () => {
  const named = (instance: string, at: number, revision: number) => ({
    ...{ app: 'behind-edge', instance, kind: 'sdk', via: 'poll', projects: ['other'], at, revision },
    hash: '0123abcd',
  })
  const about = { appName: 'edge', edgeVersion: '1' }
  const huge = { projects: ['other'], revision: 1e300, instances: 1e300 }
  const report = {
    ...about,
    identifier: 'odd',
    receipts: { named: [named('late', Number.MAX_SAFE_INTEGER, 1)], counted: [] },
    connectedEdges: [
      { ...about, identifier: 'odder', receipts: { named: [named('later', 1e300, 1e300)], counted: [huge] } },
    ],
  }
  expect((await as.backendToken.post('/api/client/metrics/edge', report)).status).toBe(202)
  await as.admin.post('/api/admin/projects/other/features', { name: 'elsewhere' })
  const stored = await db.selectFrom('receipts').select('reporter').where('kind', '=', 'edge').execute()
  expect(stored).toHaveLength(2)
  const { seen } = await read('other')
  expect(seen.appName).toBe('behind-edge')
  expect(Date.parse(seen.at)).toBeLessThanOrEqual(Date.now())
  const delivery = '/api/admin/projects/other/features/elsewhere/environments/development/delivery'
  for (const path of [delivery, '/api/admin/edges', '/api/admin/metrics/edges'])
    expect((await as.viewer.get(path)).status).toBe(200)

  // Stored before the limit existed.
  const before = JSON.stringify([named('old', Number.MAX_SAFE_INTEGER, 1)])
  await db.updateTable('receipts').set({ named: before }).where('reporter', '=', 'odd').execute()
  expect((await read('other')).seen.instanceId).toBe('old')
})
