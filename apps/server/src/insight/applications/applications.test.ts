import { expect, test, vi } from 'vitest'
import { makeProject, trail } from '../../../test/fixtures.ts'
import { type Client, testApp } from '../../../test/kit.ts'
import { patiently } from '../../../test/patience.ts'
import { applicationUpkeep } from './index.ts'

const { app, as, client, db } = await testApp()
const soon = { interval: 10 }
const apps = '/api/admin/metrics/applications'
const now = () => new Date().toISOString()
const registration = (appName: string, more: object = {}) => ({
  appName,
  instanceId: 'one',
  sdkVersion: 'unleash-node-sdk:6.0.0',
  strategies: ['default', 'by-luck'],
  started: now(),
  interval: 15_000,
  ...more,
})
const report = (who: Client, appName: string, ...flags: string[]) =>
  who.post('/api/client/metrics', {
    appName,
    instanceId: 'one',
    bucket: {
      start: now(),
      stop: now(),
      toggles: Object.fromEntries(flags.map((flag) => [flag, { yes: 1 }])),
    },
  })
const names = async (who: Client, query = '') =>
  (await who.get(`${apps}${query}`)).body.applications.map(({ appName }: { appName: string }) => appName)

await makeProject(db, 'hidden', { mode: 'private' })
await as.admin.post('/api/admin/projects/default/features', { name: 'checkout' })
await as.admin.post('/api/admin/projects/hidden/features', { name: 'secret' })
const tokenOf = async (project: string) => {
  const token = { tokenName: project, type: 'backend', environment: 'development', projects: [project] }
  const { secret } = (await as.admin.post('/api/admin/api-tokens', token)).body
  const holder = client({ authorization: secret })
  await vi.waitUntil(async () => (await holder.get('/api/client/features')).status === 200, patiently)
  return holder
}
const hidden = await tokenOf('hidden')
const open = await tokenOf('default')

test('an application is listed after its first instance registers, in the projects of its token', async () => {
  expect((await as.backendToken.post('/api/client/register', registration('shop'))).status).toBe(202)
  await open.post('/api/client/register', registration('worker', { sdkVersion: 'unleash-client-node:5.0.0' }))
  await hidden.post('/api/client/register', registration('spy'))
  await report(as.backendToken, 'shop', 'checkout', 'secret')
  await report(hidden, 'spy', 'secret')
  const { status, body } = await as.admin.get(apps)
  expect(status).toBe(200)
  expect(body.total).toBe(3)
  expect(body.applications).toMatchObject([
    {
      appName: 'shop',
      strategies: ['default', 'by-luck'],
      usage: [{ project: '*', environments: ['development'] }],
    },
    { appName: 'spy', usage: [{ project: 'hidden', environments: ['development'] }] },
    { appName: 'worker', usage: [{ project: 'default', environments: ['development'] }] },
  ])
  expect((await as.anonymous.get(apps)).status).toBe(401)
})

test('the application list can be searched, sorted and paged', async () => {
  expect(await names(as.admin, '?query=SHO')).toEqual(['shop'])
  expect(await names(as.admin, '?query=%25')).toEqual([])
  expect(await names(as.admin, '?sortBy=appName&sortOrder=desc&limit=1&offset=1')).toEqual(['spy'])
  expect((await as.admin.get(`${apps}?limit=1&offset=9`)).body).toEqual({ total: 3, applications: [] })
  expect(await names(as.admin, '?limit=many')).toHaveLength(3)
})

test('applications of a private project are hidden from others, including their flags and SDKs', async () => {
  expect(await names(as.viewer)).toEqual(['shop', 'worker'])
  expect((await as.viewer.get(`${apps}/spy`)).status).toBe(404)
  expect((await as.viewer.get(`${apps}/spy/overview`)).status).toBe(404)
  const instances = '/api/admin/metrics/instances/spy/environment/development'
  expect((await as.viewer.get(instances)).status).toBe(404)
  expect((await as.admin.get(instances)).body.instances).toHaveLength(1)
  const flagsOf = async (who: Client) =>
    (await who.get(`${apps}/shop`)).body.seenToggles.map(({ name }: { name: string }) => name)
  expect(await flagsOf(as.admin)).toEqual(['checkout', 'secret'])
  expect(await flagsOf(as.viewer)).toEqual(['checkout'])
  expect((await as.viewer.get(`${apps}/shop/overview`)).body).toMatchObject({
    projects: ['default'],
    featureCount: 1,
  })
  expect((await as.viewer.get('/api/admin/projects/hidden/applications')).status).toBe(404)
  expect((await as.viewer.get('/api/admin/projects/hidden/sdks/outdated')).status).toBe(404)
  const sdks = (await as.viewer.get('/api/admin/metrics/sdks/outdated')).body.sdks
  expect(sdks.flatMap(({ applications }: { applications: string[] }) => applications)).not.toContain('spy')
  // The owner can edit applications, but does not see the project.
  await db.insertInto('role_permissions').values({ role_id: 4, permission: 'UPDATE_APPLICATION' }).execute()
  expect((await as.owner.post(`${apps}/spy`, { icon: 'eye' })).status).toBe(404)
  expect((await as.owner.delete(`${apps}/spy`)).status).toBe(200)
  expect(await names(as.admin)).toContain('spy')
  expect((await as.viewer.get('/api/admin/strategies/default/uses')).body.applications).toEqual([
    'shop',
    'worker',
  ])
})

test('an application shows its strategies, instances, flags and usage', async () => {
  const { status, body } = await as.viewer.get(`${apps}/shop`)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    appName: 'shop',
    strategies: [
      { name: 'default', displayName: 'Standard' },
      { name: 'by-luck', notFound: true },
    ],
    instances: [{ instanceId: 'one', environment: 'development', sdkType: 'backend', clientIp: '127.0.0.1' }],
    usage: [{ project: '*', environments: ['development'] }],
    seenToggles: [{ name: 'checkout', project: 'default' }],
    links: { self: '/api/applications/shop' },
  })
  expect((await as.viewer.get(`${apps}/nosuch`)).status).toBe(404)
})

test('the overview lists the problems of an application', async () => {
  await db
    .insertInto('unknown_flags')
    .values({ environment: 'development', name: 'typo', app: 'shop' })
    .execute()
  const { body } = await as.viewer.get(`${apps}/shop/overview`)
  expect(body).toEqual({
    projects: ['default'],
    featureCount: 1,
    environments: [
      {
        name: 'development',
        instanceCount: 1,
        sdks: ['unleash-node-sdk:6.0.0'],
        frontendSdks: [],
        backendSdks: ['unleash-node-sdk:6.0.0'],
        lastSeen: expect.any(String),
        issues: { missingFeatures: ['typo'], outdatedSdks: ['unleash-node-sdk:6.0.0'] },
      },
    ],
    issues: { missingStrategies: ['by-luck'] },
  })
  expect((await as.viewer.get(`${apps}/nosuch/overview`)).status).toBe(404)
})

test('lists the instances of one environment, and outdated SDKs', async () => {
  const instances = await as.viewer.get('/api/admin/metrics/instances/shop/environment/development')
  expect(instances.body.instances).toEqual([
    {
      instanceId: 'one',
      sdkVersion: 'unleash-node-sdk:6.0.0',
      clientIp: '127.0.0.1',
      lastSeen: expect.any(String),
    },
  ])
  expect((await as.anonymous.get('/api/admin/metrics/instances/shop/environment/development')).status).toBe(
    401,
  )
  expect((await as.viewer.get('/api/admin/metrics/sdks/outdated')).body.sdks).toEqual([
    { sdkVersion: 'unleash-client-node:5.0.0', applications: ['worker'] },
    { sdkVersion: 'unleash-node-sdk:6.0.0', applications: ['shop'] },
  ])
  expect((await as.anonymous.get('/api/admin/metrics/sdks/outdated')).status).toBe(401)
})

test('a project lists the applications that use its tokens or evaluate its flags', async () => {
  const { body } = await as.viewer.get('/api/admin/projects/default/applications')
  expect(body).toEqual({
    total: 2,
    applications: [
      {
        name: 'shop',
        environments: ['development'],
        instances: ['one'],
        sdks: [{ name: 'unleash-node-sdk', versions: ['6.0.0'] }],
      },
      {
        name: 'worker',
        environments: ['development'],
        instances: ['one'],
        sdks: [{ name: 'unleash-client-node', versions: ['5.0.0'] }],
      },
    ],
  })
  const paged = await as.viewer.get('/api/admin/projects/default/applications?query=o&limit=1&sortOrder=desc')
  expect(paged.body).toMatchObject({ total: 2, applications: [{ name: 'worker' }] })
  const sdks = (await as.viewer.get('/api/admin/projects/default/sdks/outdated')).body.sdks
  expect(sdks).toHaveLength(2)
  expect((await as.anonymous.get('/api/admin/projects/default/applications')).status).toBe(401)
  for (const path of ['applications', 'sdks/outdated'])
    expect((await as.admin.get(`/api/admin/projects/nosuch/${path}`)).status).toBe(404)
})

test('an editor can annotate an application, and fields that are not sent stay unchanged', async () => {
  const say = (body: object, who = as.editor, name = 'shop') => who.post(`${apps}/${name}`, body)
  expect((await say({ description: 'The shop', color: 'red' })).status).toBe(202)
  expect((await say({ url: 'https://shop.example', icon: 'cart' })).status).toBe(202)
  expect((await as.viewer.get(`${apps}/shop`)).body).toMatchObject({
    description: 'The shop',
    color: 'red',
    url: 'https://shop.example',
    icon: 'cart',
    strategies: [{ name: 'default' }, { name: 'by-luck' }],
  })
  expect((await say({ strategies: 'none' })).status).toBe(400)
  expect((await say({}, as.viewer)).status).toBe(403)
  expect((await say({ icon: 'new' }, as.editor, 'by-hand')).status).toBe(202)
  expect(await names(as.viewer)).toContain('by-hand')
  expect(await trail(db, 1)).toMatchObject([{ type: 'application-created', data: { appName: 'by-hand' } }])
})

test('a new application is recorded once, in one of its projects', async () => {
  const job = applicationUpkeep(db, app.handles.write)
  await job.run()
  await job.run()
  const told = (await trail(db)).filter(({ type }) => type === 'application-created')
  expect(told.map(({ project, data }) => [(data as { appName: string }).appName, project])).toEqual([
    ['by-hand', null],
    ['shop', null],
    ['spy', 'hidden'],
    ['worker', 'default'],
  ])
})

test('ten thousand instances that start at once are stored in far fewer transactions', async () => {
  const statuses = new Set<number>()
  for (let wave = 0; wave < 20; wave++) {
    const posts = Array.from({ length: 500 }, (_, index) =>
      as.backendToken.post('/api/client/register', registration('fleet', { instanceId: `${wave}-${index}` })),
    )
    for (const { status } of await Promise.all(posts)) statuses.add(status)
  }
  expect(statuses).toEqual(new Set([202]))
  const { body } = await as.viewer.get('/api/admin/metrics/instances/fleet/environment/development')
  expect(body.instances).toHaveLength(10_000)
  // xmin is the transaction that wrote the row, so other activity of the database does not count.
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(distinct xmin::text) as count from instances where app = 'fleet'`,
  )
  expect(rows[0]?.count).toBeGreaterThan(0)
  expect(rows[0]?.count).toBeLessThan(10_000 / 10)
})

test('processes with one instance ID are counted by their connection, until a newer one replaces them', async () => {
  const register = (connectionId: string, sdkVersion: string) =>
    as.backendToken.post(
      '/api/client/register',
      registration('workers', { instanceId: 'app-on-host', sdkVersion, connectionId }),
    )
  await register('first', 'unleash-python-sdk:6.9.1')
  await register('second', 'unleash-go-sdk:6.4.0')
  await register('second', 'unleash-go-sdk:6.4.0')
  const instances = async () =>
    (await as.viewer.get('/api/admin/metrics/instances/workers/environment/development')).body.instances
  expect(await instances()).toMatchObject([
    { instanceId: 'app-on-host', connectionId: 'first', sdkVersion: 'unleash-python-sdk:6.9.1' },
    { instanceId: 'app-on-host', connectionId: 'second', sdkVersion: 'unleash-go-sdk:6.4.0' },
  ])
  await db
    .updateTable('instances')
    .set({ seen_at: new Date(Date.now() - 20 * 60_000) })
    .where('connection_id', '=', 'first')
    .execute()
  await applicationUpkeep(db, app.handles.write).run()
  expect(await instances()).toMatchObject([{ connectionId: 'second' }])
  // The last one stays for a day, because an idle process may not report again.
  await db
    .updateTable('instances')
    .set({ seen_at: new Date(Date.now() - 60 * 60_000) })
    .where('app', '=', 'workers')
    .execute()
  await applicationUpkeep(db, app.handles.write).run()
  expect(await instances()).toHaveLength(1)
  await db.deleteFrom('applications').where('name', '=', 'workers').execute()
})

test('applications and instances expire when they are not seen, and return with their next report', async () => {
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db
    .updateTable('instances')
    .set({ seen_at: ago(2) })
    .where('app', '=', 'fleet')
    .execute()
  await db
    .updateTable('applications')
    .set({ seen_at: ago(31) })
    .where('name', '=', 'worker')
    .execute()
  const moved = { app: 'shop', project: 'default', environment: 'production', seen_at: ago(31) }
  await db.insertInto('application_uses').values(moved).execute()
  await applicationUpkeep(db, app.handles.write).run()
  expect(await names(as.viewer)).toEqual(['by-hand', 'fleet', 'shop'])
  const uses = await db.selectFrom('application_uses').select('project').where('app', '=', 'shop').execute()
  expect(uses).toEqual([{ project: '*' }])
  const left = await db.selectFrom('instances').select('app').where('app', '=', 'fleet').execute()
  expect(left).toEqual([])
  expect((await as.viewer.delete(`${apps}/shop`)).status).toBe(403)
  expect((await as.editor.delete(`${apps}/shop`)).status).toBe(200)
  expect((await as.editor.delete(`${apps}/nosuch`)).status).toBe(200)
  expect(await names(as.viewer)).toEqual(['by-hand', 'fleet'])
  await as.backendToken.post('/api/client/register', registration('shop'))
  expect(await names(as.viewer)).toContain('shop')
})

test('a browser is registered by its registration or its metrics, without delaying the response', async () => {
  const { status, body } = await as.frontendToken.post('/api/frontend/client/register', {
    ...registration('web', { instanceId: 'browser', sdkVersion: 'unleash-js-sdk:1.0.0' }),
  })
  expect([status, body]).toEqual([200, 'OK'])
  await as.frontendToken.post('/api/frontend/client/metrics', { appName: 'kiosk', instanceId: 'browser' })
  await expect.poll(() => names(as.viewer), soon).toEqual(expect.arrayContaining(['kiosk', 'web']))
  const { environments } = (await as.viewer.get(`${apps}/web/overview`)).body
  expect(environments).toMatchObject([{ frontendSdks: ['unleash-js-sdk:1.0.0'], backendSdks: [] }])
})
