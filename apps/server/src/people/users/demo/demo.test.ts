import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const url = '/auth/demo/login'
const { as, app, client, db } = await testApp({ AUTH_TYPE: 'demo' })

test('in demo mode an email address is enough to sign in as an editor', async () => {
  const { status, body, headers } = await as.anonymous.post(url, { email: 'guest@example.com' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ email: 'guest@example.com', rootRole: 2 })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  expect((await client({ cookie }).get('/api/admin/user')).body.user.id).toBe(body.id)
  expect((await as.anonymous.post(url, { email: 'Guest@example.com' })).body.id).toBe(body.id)
  const { events } = (await as.admin.get('/api/admin/logins')).body
  expect(events[0]).toMatchObject({ auth_type: 'demo', username: 'guest@example.com', successful: true })
})

test('demo sign-in refuses administrators and invalid email addresses', async () => {
  expect((await as.anonymous.post(url, { email: 'ada@example.com' })).status).toBe(403)
  expect((await as.anonymous.post(url, { email: 'nobody' })).status).toBe(400)
  expect((await as.anonymous.post(url, {})).status).toBe(400)
})

test('demo sign-in refuses accounts whose role is equivalent to Admin', async () => {
  const permissions = [{ name: 'UPDATE_AUTH_CONFIGURATION' }]
  const { body } = await as.admin.post('/api/admin/roles', {
    name: 'Security',
    type: 'root-custom',
    permissions,
  })
  await db.updateTable('users').set({ root_role: body.roles.id }).where('username', '=', 'vera').execute()
  expect((await as.anonymous.post(url, { email: 'vera@example.com' })).status).toBe(403)
  expect((await as.anonymous.post(url, { email: 'edith@example.com' })).status).toBe(200)
})

test('demo sign-in refuses cross-site requests', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await as.anonymous.post(url, { email: 'guest@example.com' }, { headers })).status).toBe(403)
})

test('demo sign-in returns 404 unless demo mode is on', async () => {
  Object.assign(app.handles.settings, { demo: undefined })
  expect((await as.anonymous.post(url, { email: 'guest@example.com' })).status).toBe(404)
})
