import { beforeEach, expect, test } from 'vitest'
import { testApp } from '../../test/kit.ts'
import { firstAdmin } from './index.ts'

const { as, db, app } = await testApp({ URL: 'https://flags.example', BASE_URI_PATH: '/team' })
const password = 'Correct-horse-1'

/** Starts a process and gives what it wrote to the log. */
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

test('without an account the log holds a link that makes the first administrator, once', async () => {
  const token = linkIn(await start())
  const look = await as.anonymous.get(`/team/auth/reset/validate?token=${token}`)
  expect(look.body).toMatchObject({ id: 0, name: 'admin', role: { name: 'Admin' } })
  const choose = () => as.anonymous.post('/team/auth/reset/password', { token, password })
  expect((await Promise.all([choose(), choose()])).map(({ status }) => status).sort()).toEqual([200, 403])
  const login = await as.anonymous.post('/team/auth/simple/login', { username: 'admin', password })
  expect(login.body).toMatchObject({ username: 'admin', rootRole: 1 })
  expect(await start()).toEqual([])
})

test('processes that start together print one link; a later start prints a new one', async () => {
  const both = await Promise.all([start(), start()])
  expect(both.map(linkIn).filter(Boolean)).toHaveLength(1)
  const old = both.map(linkIn).find(Boolean)
  await db
    .updateTable('password_links')
    .set({ created_at: new Date(Date.now() - 61_000) })
    .execute()
  const fresh = linkIn(await start())
  expect(fresh).toBeDefined()
  expect((await as.anonymous.get(`/team/auth/reset/validate?token=${old}`)).status).toBe(401)
  expect((await as.anonymous.get(`/team/auth/reset/validate?token=${fresh}`)).status).toBe(200)
})

test('the settings can name the first administrator, with a good password only', async () => {
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
