import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { firstAdmin } from './index.ts'

const { as, db, app } = await testApp({ URL: 'https://flags.example', BASE_URI_PATH: '/team' })
const password = 'Correct-horse-1'

/** Starts a process and returns its log lines. */
async function start(settings: { adminName?: string; adminPassword?: string } = {}): Promise<string[]> {
  const lines: string[] = []
  const write = (...parts: unknown[]) => void lines.push(parts.map((part) => JSON.stringify(part)).join(' '))
  const handles = { ...app.handles, settings: { ...app.handles.settings, ...settings } }
  await firstAdmin(handles, { info: write, warn: write } as never)
  return lines
}
const linkIn = (lines: string[]) =>
  /https:\/\/flags\.example\/team\/setup\?token=([\w-]{43})/.exec(lines.join())?.[1]

beforeEach(async () => {
  await db.deleteFrom('users').execute()
  await db.deleteFrom('password_links').execute()
})

test('without accounts the log contains a link that creates the first administrator, once', async () => {
  const token = linkIn(await start())
  const look = await as.anonymous.get(`/team/auth/reset/validate?token=${token}`)
  expect(look.body).toMatchObject({ id: 0, name: 'admin', role: { name: 'Admin' } })
  const choose = () => as.anonymous.post('/team/auth/reset/password', { token, password })
  expect((await Promise.all([choose(), choose()])).map(({ status }) => status).sort()).toEqual([200, 403])
  const login = await as.anonymous.post('/team/auth/simple/login', { username: 'admin', password })
  expect(login.body).toMatchObject({ username: 'admin', rootRole: 1 })
  expect(await start()).toEqual([])
})

test('every start logs a setup link that works until an administrator exists', async () => {
  const links = (await Promise.all([start(), start()])).map(linkIn)
  expect(links.filter(Boolean)).toHaveLength(2)
  const [first = '', second = ''] = [links[0], linkIn(await start())]
  // The setup link does not expire, so a server left alone for days can still be set up.
  await db
    .updateTable('password_links')
    .set({ created_at: new Date(Date.now() - 200 * 3_600_000) })
    .execute()
  const validate = async (token: string) =>
    (await as.anonymous.get(`/team/auth/reset/validate?token=${token}`)).status
  expect([await validate(first), await validate(second)]).toEqual([200, 200])
  expect((await as.anonymous.post('/team/auth/reset/password', { token: first, password })).status).toBe(200)
  expect([await validate(first), await validate(second)]).toEqual([403, 401])
})

test('setup links used concurrently create only one administrator', async () => {
  const links = (await Promise.all(Array.from({ length: 6 }, () => start()))).map(linkIn)
  const answers = await Promise.all(
    links.map((token, index) => {
      const account = { username: `first-${index}` }
      return as.anonymous.post('/team/auth/reset/password', { token, password, account })
    }),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await db.selectFrom('users').select('username').execute()).toHaveLength(1)
})

test('service accounts and non-administrators do not invalidate the setup link', async () => {
  const token = linkIn(await start())
  await db
    .insertInto('users')
    .values([
      { username: 'deploy-bot', root_role: 1, is_service: true },
      { username: 'admin', root_role: 3 },
    ])
    .execute()
  expect(linkIn(await start())).toBeDefined()
  const look = await as.anonymous.get(`/team/auth/reset/validate?token=${token}`)
  expect(look.status).toBe(200)
  const choose = (account?: object) =>
    as.anonymous.post('/team/auth/reset/password', { token, password, ...(account && { account }) })
  const taken = await choose()
  expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('admin')])
  const chosen = await choose({ name: 'Ida Berg', username: 'ida.berg', email: 'ida@example.com' })
  expect(chosen.status).toBe(200)
  const login = await as.anonymous.post('/team/auth/simple/login', { username: 'ida.berg', password })
  expect(login.body).toMatchObject({ name: 'Ida Berg', email: 'ida@example.com', rootRole: 1 })
})

test('the first administrator is signed in after setup', async () => {
  const token = linkIn(await start())
  const { headers } = await as.anonymous.post('/team/auth/reset/password', { token, password })
  const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
  const own = await as.anonymous.get('/team/api/admin/user', { headers: { cookie } })
  expect(own.body.user).toMatchObject({ username: 'admin' })
})

test('a password link cannot be used by a cross-site request', async () => {
  const token = linkIn(await start())
  const headers = { 'sec-fetch-site': 'cross-site' }
  const { status } = await as.anonymous.post('/team/auth/reset/password', { token, password }, { headers })
  expect(status).toBe(403)
})

test('settings can define the first administrator, if the password is strong enough', async () => {
  await expect(start({ adminPassword: 'unleash4all' })).rejects.toThrow(/ADMIN_PASSWORD: .*upper-case/)
  const lines = await Promise.all([
    start({ adminName: 'root', adminPassword: password }),
    start({ adminName: 'root', adminPassword: password }),
  ])
  expect(lines.flat().join()).not.toContain(password)
  expect(await db.selectFrom('users').select('username').execute()).toEqual([{ username: 'root' }])
  const login = await as.anonymous.post('/team/auth/simple/login', { username: 'root', password })
  expect(login.status).toBe(200)
})
