import { beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { hashPassword } from '../hashing.ts'

const { as, db, client, actors } = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' })
const password = 'Correct-horse-7'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'
const own = '/api/admin/user/sessions'
const all = '/api/admin/user-sessions'

beforeAll(async () => {
  const password_hash = await hashPassword(password)
  await db.updateTable('users').set({ password_hash }).where('username', 'in', ['ada', 'edith']).execute()
})
beforeEach(() => db.deleteFrom('sessions').execute())

async function signIn(username: string, agent = firefox) {
  const answer = await client({ 'user-agent': agent }).post('/auth/simple/login', { username, password })
  return client({ cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' })
}
const isIn = async (browser: Awaited<ReturnType<typeof signIn>>) =>
  (await browser.get('/api/admin/user')).status === 200

test('a user can list their own sessions, with the current one marked', async () => {
  const here = await signIn('edith')
  await signIn('edith', 'curl/8.5.0')
  await signIn('ada')
  const { body } = await here.get(own)
  expect(body.sessions).toHaveLength(2)
  expect(body.sessions.find((one: { current: boolean }) => one.current)).toMatchObject({
    userId: actors.editor.id,
    username: 'edith',
    browser: 'Firefox, Linux',
    deviceType: 'desktop',
    authType: 'password',
    ip: '127.0.0.1',
    seenAt: expect.any(String),
  })
  expect(body.sessions.filter((one: { current: boolean }) => !one.current)).toMatchObject([
    { browser: 'curl' },
  ])
  const byToken = await as.editor.get(own)
  expect(byToken.body.sessions.every((one: { current: boolean }) => !one.current)).toBe(true)
  expect((await as.anonymous.get(own)).status).toBe(401)
  expect((await as.adminToken.get(own)).status).toBe(403)
})

test('a user can end one of their sessions, and other users cannot', async () => {
  const [here, there] = [await signIn('edith'), await signIn('edith', 'curl/8.5.0')]
  const { body } = await here.get(own)
  const { id } = body.sessions.find((one: { current: boolean }) => !one.current)
  expect((await as.viewer.delete(`${own}/${id}`)).status).toBe(404)
  expect(await isIn(there)).toBe(true)
  expect((await here.delete(`${own}/${id}`)).status).toBe(200)
  expect(await isIn(there)).toBe(false)
  expect(await isIn(here)).toBe(true)
  expect((await here.delete(`${own}/${id}`)).status).toBe(404)
  expect((await here.delete(`${own}/x`)).status).toBe(400)
})

test('a user can end all sessions but the current one', async () => {
  const [here, there, elsewhere] = [await signIn('edith'), await signIn('edith'), await signIn('ada')]
  expect((await here.delete(own)).status).toBe(200)
  expect([await isIn(here), await isIn(there), await isIn(elsewhere)]).toEqual([true, false, true])
  expect((await as.editor.delete(own)).status).toBe(200)
  expect(await isIn(here)).toBe(false)
  expect((await as.adminToken.delete(own)).status).toBe(403)
})

test('administrators can list and end the sessions of all accounts', async () => {
  await db.updateTable('users').set({ name: 'Edith Clarke' }).where('username', '=', 'edith').execute()
  const edith = await signIn('edith')
  const ada = await signIn('ada')
  const { body } = await ada.get(all)
  expect(body.sessions.map((one: { username: string }) => one.username).sort()).toEqual(['ada', 'edith'])
  const { id, name } = body.sessions.find((one: { username: string }) => one.username === 'edith')
  expect(name).toBe('Edith Clarke')
  expect((await as.editor.get(all)).status).toBe(403)
  expect((await as.editor.delete(`${all}/${id}`)).status).toBe(403)
  expect((await ada.delete(`${all}/${id}`)).status).toBe(200)
  expect(await isIn(edith)).toBe(false)
  expect((await ada.delete(`${all}/${id}`)).status).toBe(200)
})

test('changing the root role of an account ends its sessions', async () => {
  const edith = await signIn('edith')
  const path = `/api/admin/user-admin/${actors.editor.id}`
  await as.admin.put(path, { name: 'Edith the second' })
  expect(await isIn(edith)).toBe(true)
  await as.admin.put(path, { rootRole: 3 })
  expect(await isIn(edith)).toBe(false)
  await as.admin.put(path, { rootRole: 2 })
})
