import { expect, test, vi } from 'vitest'
import { makeProject } from '../../../test/fixtures.ts'
import { type Client, testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'

const { as, client, db } = await testApp()
const path = (project: string) => `/api/admin/projects/${project}/sdks/operators`

const tokenOf = async (project: string, environment = 'development') => {
  const token = { tokenName: `${project}-${environment}`, type: 'backend', environment, projects: [project] }
  const { secret } = (await as.admin.post('/api/admin/api-tokens', token)).body
  const holder = client({ authorization: secret })
  await vi.waitUntil(async () => (await holder.get('/api/client/features')).status === 200, patiently)
  return holder
}
const register = (who: Client, appName: string, sdkVersion?: string) =>
  who.post('/api/client/register', {
    appName,
    instanceId: 'one',
    sdkVersion,
    strategies: ['default'],
    started: new Date().toISOString(),
    interval: 15_000,
  })
const supportIn = async (project: string, who = as.viewer) => {
  const { status, body } = await who.get(path(project))
  expect(status).toBe(200)
  const of = (operator: string) =>
    body.operators.find((one: { operator: string }) => one.operator === operator)
  return { total: body.total, of }
}

await makeProject(db, 'hidden', { mode: 'private' })
const open = await tokenOf('default')
const hidden = await tokenOf('hidden')
const hiddenProduction = await tokenOf('hidden', 'production')

test('a project without applications reports zero for every operator', async () => {
  expect((await as.viewer.get(path('default'))).body).toEqual({
    total: 0,
    operators: ['REGEX', 'IN_CIDR', 'SEMVER_GTE', 'SEMVER_LTE'].map((operator) => ({
      operator,
      count: 0,
      applications: [],
    })),
  })
})

test('applications whose SDK does not support an operator are listed for it', async () => {
  await register(open, 'checkout-api', 'unleash-client-java:11.0.2')
  await register(open, 'shop', 'unleash-node-sdk:6.10.0')
  await register(open, 'worker', 'unleash-node-sdk:6.12.1')
  await register(open, 'homemade', 'our-own-sdk:0.1.0')
  await register(open, 'silent')
  const { total, of } = await supportIn('default')
  const java = { appName: 'checkout-api', sdk: 'Java', version: '11.0.2' }
  const node = { appName: 'shop', sdk: 'Node.js', version: '6.10.0' }
  expect(total).toBe(5)
  expect(of('REGEX')).toMatchObject({ count: 1, applications: [java] })
  for (const operator of ['IN_CIDR', 'SEMVER_GTE', 'SEMVER_LTE'])
    expect(of(operator)).toMatchObject({ count: 2, applications: [java, node] })
})

test('an application that the server evaluates for ignores no operator', async () => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'banner' })
  const browser = { appName: 'web', instanceId: 'browser', sdkVersion: 'unleash-nextjs-sdk:1.6.0' }
  await as.frontendToken.post('/api/frontend/client/register', { ...browser, strategies: [], interval: 0 })
  const now = new Date().toISOString()
  await as.frontendToken.post('/api/frontend/client/metrics', {
    ...browser,
    bucket: { start: now, stop: now, toggles: { banner: { yes: 1, no: 0 } } },
  })
  await expect.poll(async () => (await supportIn('default')).total, { interval: 10 }).toBe(6)
  expect((await supportIn('default')).of('REGEX').count).toBe(1)
})

test('applications of a private project and their SDKs are hidden from others', async () => {
  await register(hidden, 'spy', 'unleash-client-java:10.0.0')
  await register(hiddenProduction, 'worker', 'unleash-client-java:9.0.0')
  expect((await as.viewer.get(path('hidden'))).status).toBe(404)
  expect((await as.anonymous.get(path('default'))).status).toBe(401)
  expect((await as.admin.get(path('nosuch'))).status).toBe(404)
  expect((await supportIn('hidden', as.admin)).of('REGEX').count).toBe(2)
  for (const who of [as.viewer, as.admin]) {
    const { total, of } = await supportIn('default', who)
    expect(total).toBe(6)
    expect(of('REGEX')).toMatchObject({ count: 1, applications: [{ appName: 'checkout-api' }] })
  }
})

test('instances that were not seen for a day are not counted', async () => {
  await db
    .updateTable('instances')
    .set({ seen_at: new Date(Date.now() - 2 * 86_400_000) })
    .where('app', '=', 'checkout-api')
    .execute()
  const { total, of } = await supportIn('default')
  expect(total).toBe(5)
  expect(of('REGEX').count).toBe(0)
})
