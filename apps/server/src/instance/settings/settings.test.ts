import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp({
  UNLEASH_SEGMENTS_LIMIT: '7',
  UNLEASH_FRONTEND_API_ORIGINS: 'https://first.example',
  URL: 'https://flags.example/',
  EDGE_URL: 'https://edge.example',
})
const admin = '/api/admin'
const config = async () => (await as.viewer.get(`${admin}/ui-config`)).body
const lastEvent = () =>
  db
    .selectFrom('events')
    .select(['type', 'data', 'pre_data'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
const published = () =>
  db
    .selectFrom('published')
    .select(['name', 'doc'])
    .where('kind', '=', 'setting')
    .where('until_revision', 'is', null)
    .execute()

test('the UI config contains the URLs, settings and resource limits of the installation', async () => {
  expect(await config()).toMatchObject({
    name: 'Flagstaff',
    unleashUrl: 'https://flags.example',
    edgeUrl: 'https://edge.example',
    baseUriPath: '',
    authenticationType: 'open-source',
    maintenanceMode: false,
    frontendApiOrigins: ['https://first.example'],
    resourceLimits: { segments: 7, featureFlags: 5000 },
  })
  expect((await as.anonymous.get(`${admin}/ui-config`)).status).toBe(401)
})

test('the CORS origins of the frontend API are stored, recorded and published', async () => {
  const set = (frontendApiOrigins: string[], who = as.admin) =>
    who.post(`${admin}/ui-config/cors`, { frontendApiOrigins })
  expect((await set([])).status).toBe(204)
  expect((await config()).frontendApiOrigins).toEqual(['*'])
  expect((await set(['https://shop.example'])).status).toBe(204)
  expect((await config()).frontendApiOrigins).toEqual(['https://shop.example'])
  expect(await lastEvent()).toEqual({
    type: 'setting-updated',
    data: { name: 'frontend', origins: ['https://shop.example'], enabled: true },
    pre_data: { name: 'frontend', origins: [], enabled: true },
  })
  expect(await published()).toEqual([
    { name: 'frontend', doc: { origins: ['https://shop.example'], enabled: true } },
  ])
  expect((await set(['https://*.example'])).status).toBe(400)
  expect((await set(['*'], as.editor)).status).toBe(403)
})

test('maintenance mode blocks every change except turning it off', async () => {
  const toggle = (enabled: boolean, who = as.admin) => who.post(`${admin}/maintenance`, { enabled })
  const segment = { name: 'paused', constraints: [] }
  expect((await as.admin.get(`${admin}/maintenance`)).body).toEqual({ enabled: false })
  expect((await toggle(true, as.editor)).status).toBe(403)
  expect((await as.editor.get(`${admin}/maintenance`)).status).toBe(403)
  expect((await toggle(true)).status).toBe(204)
  expect(await lastEvent()).toMatchObject({
    type: 'setting-updated',
    data: { name: 'maintenance', enabled: true },
    pre_data: { enabled: false },
  })
  expect((await config()).maintenanceMode).toBe(true)
  const refused = await as.admin.post(`${admin}/segments`, segment)
  expect(refused.status).toBe(503)
  expect(refused.body.name).toBe('MaintenanceError')
  expect((await as.admin.get(`${admin}/segments`)).status).toBe(200)
  expect((await as.anonymous.post('/auth/simple/login', { username: 'ada', password: 'x' })).status).toBe(401)
  expect((await toggle(false)).status).toBe(204)
  expect((await as.admin.get(`${admin}/maintenance`)).body).toEqual({ enabled: false })
  expect((await as.admin.post(`${admin}/segments`, segment)).status).toBe(201)
  expect((await published()).map(({ name }) => name)).toEqual(['frontend'])
})
