import { hash } from '@node-rs/argon2'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors, client } = await testApp({ SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000' })
const users = '/api/admin/user-admin'
const words = [
  'Correct-horse-1',
  'Correct-horse-2',
  'Correct-horse-3',
  'Correct-horse-4',
  'Correct-horse-5',
  'Correct-horse-6',
]
const [first = '', second = '', third = ''] = words
const signIn = async (username: string, password: string) => {
  const { status, headers } = await as.anonymous.post('/auth/simple/login', { username, password })
  return { status, browser: client({ cookie: String(headers['set-cookie']).split(';')[0] ?? '' }) }
}
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

test('password validation lists all broken rules at once', async () => {
  for (const path of ['/auth/reset/validate-password', `${users}/validate-password`]) {
    expect((await as.viewer.post(path, { password: first })).status).toBe(200)
    const { status, body } = await as.viewer.post(path, { password: 'aaa' })
    expect(status).toBe(400)
    expect(body.name).toBe('OwaspValidationError')
    expect(body.details[0].validationErrors).toHaveLength(5)
  }
})

test('an invitation link works once', async () => {
  const { body } = await as.admin.post(users, { username: 'grace', name: 'Grace', rootRole: 2 })
  const token = tokenIn(body.inviteLink)
  const look = await as.anonymous.get(`/auth/reset/validate?token=${token}`)
  expect(look.body).toEqual({
    id: body.id,
    name: 'Grace',
    email: '',
    token,
    createdBy: 'ada@example.com',
    role: { id: 2, name: 'Editor', type: 'root', description: expect.any(String) },
  })
  const choose = (password: string) => as.anonymous.post('/auth/reset/password', { token, password })
  expect((await choose('weak')).status).toBe(400)
  const both = await Promise.all([choose(first), choose(second)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  expect((await choose(third)).body.name).toBe('UsedTokenError')
  expect((await as.anonymous.get(`/auth/reset/validate?token=${token}`)).status).toBe(403)
  expect((await as.anonymous.get('/auth/reset/validate?token=none')).body.name).toBe('InvalidTokenError')
  const chosen = both[0].status === 200 ? first : second
  expect((await signIn('grace', chosen)).status).toBe(200)
})

test('a reset link replaces the previous one, expires after a day, and ends all sessions', async () => {
  const id = String(actors.editor.id)
  const reset = async () =>
    tokenIn((await as.admin.post(`${users}/reset-password`, { id })).body.resetPasswordUrl)
  const old = await reset()
  const named = await as.admin.post(`${users}/reset-password`, { id: 'Edith' })
  expect(named.status).toBe(200)
  const token = await reset()
  expect((await as.anonymous.get(`/auth/reset/validate?token=${old}`)).status).toBe(401)
  expect((await as.anonymous.post('/auth/reset/password', { token, password: first })).status).toBe(200)
  const { browser } = await signIn('edith', first)
  expect((await browser.get('/api/admin/user')).status).toBe(200)
  const next = await reset()
  await as.anonymous.post('/auth/reset/password', { token: next, password: second })
  expect((await browser.get('/api/admin/user')).status).toBe(401)
  const late = await reset()
  await db
    .updateTable('password_links')
    .set({ expires_at: new Date() })
    .where('used_at', 'is', null)
    .execute()
  expect((await as.anonymous.post('/auth/reset/password', { token: late, password: third })).status).toBe(401)
  expect((await as.admin.post(`${users}/reset-password`, { id: '999' })).status).toBe(404)
  expect((await as.admin.post(`${users}/reset-password`, { id: 'x' })).status).toBe(404)
  expect((await as.viewer.post(`${users}/reset-password`, { id })).status).toBe(403)
})

test('changing your own password needs the old one and ends your other sessions', async () => {
  await as.admin.post(`${users}/${actors.viewer.id}/change-password`, { password: first })
  const [here, there] = [await signIn('vera', first), await signIn('vera', first)]
  const change = (body: object) => here.browser.post('/api/admin/user/change-password', body)
  expect((await change({ password: second })).status).toBe(401)
  expect((await change({ password: second, oldPassword: 'wrong' })).status).toBe(401)
  expect((await change({ password: second, oldPassword: first, confirmPassword: third })).status).toBe(400)
  expect((await change({ password: second, oldPassword: first, confirmPassword: second })).status).toBe(200)
  expect((await here.browser.get('/api/admin/user')).status).toBe(200)
  expect((await there.browser.get('/api/admin/user')).status).toBe(401)
  const { type, actor_id, data, pre_data } = await db
    .selectFrom('events')
    .selectAll()
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect({ type, actor_id, data }).toMatchObject({
    type: 'user-updated',
    actor_id: actors.viewer.id,
    data: { username: 'vera', passwordChanged: true },
  })
  expect(JSON.stringify([data, pre_data])).not.toMatch(/argon2|horse/)
  expect((await as.adminToken.post('/api/admin/user/change-password', { password: third })).status).toBe(403)
})

test('an administrator can set the password of another account, which ends its sessions', async () => {
  const path = `${users}/${actors.owner.id}/change-password`
  expect((await as.admin.post(path, { password: first })).status).toBe(200)
  const { browser } = await signIn('olga', first)
  expect((await as.admin.post(path, { password: second })).status).toBe(200)
  expect((await browser.get('/api/admin/user')).status).toBe(401)
  expect((await signIn('olga', first)).status).toBe(401)
  expect((await as.member.post(path, { password: third })).status).toBe(403)
  expect((await as.admin.post(`${users}/999/change-password`, { password: third })).status).toBe(404)
})

test('a new password ends personal tokens if the person asks for it, or if an administrator set it', async () => {
  const user = { username: 'tova', email: 'tova@example.com', rootRole: 2, password: first }
  const { id } = (await as.admin.post(users, user)).body
  const expiresAt = new Date(Date.now() + 1e9).toISOString()
  let count = 0
  const newToken = async (password: string) => {
    const { browser } = await signIn('tova', password)
    const { body } = await browser.post('/api/admin/user/tokens', { description: `t${++count}`, expiresAt })
    const token = client({ authorization: body.secret })
    return { browser, works: async () => (await token.get('/api/admin/user')).status === 200 }
  }
  const own = (oldPassword: string, password: string, more = {}) => ({ oldPassword, password, ...more })
  const path = '/api/admin/user/change-password'

  const kept = await newToken(first)
  expect((await kept.browser.post(path, own(first, second))).status).toBe(200)
  expect(await kept.works()).toBe(true)
  const deleted = own(second, third, { deletePersonalTokens: true })
  expect((await kept.browser.post(path, deleted)).status).toBe(200)
  expect(await kept.works()).toBe(false)

  const reset = await newToken(third)
  const link = (await as.admin.post(`${users}/reset-password`, { id: String(id) })).body.resetPasswordUrl
  expect(await reset.works()).toBe(true)
  const chosen = { token: tokenIn(link), password: words[3] }
  expect((await as.anonymous.post('/auth/reset/password', chosen)).status).toBe(200)
  expect(await reset.works()).toBe(false)

  const set = await newToken(words[3] ?? '')
  expect((await as.admin.post(`${users}/${id}/change-password`, { password: words[4] })).status).toBe(200)
  expect(await set.works()).toBe(false)
  const [event] = (await as.admin.get('/api/admin/search/events?type=IS:user-updated&limit=1')).body.events
  expect(event.data).toMatchObject({ passwordChanged: true, personalTokensDeleted: true })
})

test('the last five passwords cannot be reused, older ones can', async () => {
  const { id } = actors.member
  // Weak hashing parameters, since the test verifies these hashes many times.
  const quick = (password: string) => hash(password, { memoryCost: 64, timeCost: 1 })
  for (const [age, password] of words.slice(0, 5).reverse().entries()) {
    await db
      .insertInto('used_passwords')
      .values({
        user_id: id,
        password_hash: await quick(password),
        used_at: new Date(Date.now() - age * 60_000 - 1),
      })
      .execute()
  }
  const set = async (password: string) =>
    (await as.admin.post(`${users}/${id}/change-password`, { password })).body
  expect(await set(first)).toMatchObject({ name: 'PasswordPreviouslyUsedError' })
  expect(await set(words[5] ?? '')).toBe('')
  expect(await set(second)).toMatchObject({ name: 'PasswordPreviouslyUsedError' })
  expect(await set(first)).toBe('')
  const kept = await db.selectFrom('used_passwords').selectAll().where('user_id', '=', id).execute()
  expect(kept).toHaveLength(5)
})

test('a password link becomes invalid when the email address of its account changes', async () => {
  const user = { username: 'typo', email: 'typo@wrong.example', rootRole: 2 }
  const { body } = await as.admin.post(users, user)
  const token = tokenIn(body.inviteLink)
  const status = async () => (await as.anonymous.get(`/auth/reset/validate?token=${token}`)).status
  await as.admin.put(`${users}/${body.id}`, { name: 'Typo' })
  expect(await status()).toBe(200)
  await as.admin.put(`${users}/${body.id}`, { email: 'typo@right.example' })
  expect(await status()).not.toBe(200)
  const chosen = await as.anonymous.post('/auth/reset/password', { token, password: first })
  expect(chosen.body.name).toBe('InvalidTokenError')
})

test('a database that fails after the password was set is not reported as if nothing was changed', async () => {
  const { body } = await as.admin.post(users, { username: 'hedy', name: 'Hedy', rootRole: 2 })
  const token = tokenIn(body.inviteLink)
  await breakReads('settings')
  const chosen = await as.anonymous.post('/auth/reset/password', { token, password: first })
  await repairReads('settings')
  expect(chosen).toMatchObject({ status: 504, body: { code: 'committedThenAway' } })
  expect(chosen.body.message).toMatch(/^The change was made/)
  expect((await signIn('hedy', first)).status).toBe(200)
})

/** Reads of the table fail as if PostgreSQL had no memory left. */
const breakReads = (table: string) =>
  db.transaction().execute(async (trx) => {
    const kept = sql.id(`${table}_kept`)
    await sql`alter table ${sql.id(table)} rename to ${kept}`.execute(trx)
    await sql`create function no_rows() returns setof ${kept} language plpgsql as $$
      begin raise exception 'out of memory' using errcode = '53200'; end $$`.execute(trx)
    await sql`create view ${sql.id(table)} as select * from no_rows()`.execute(trx)
  })

const repairReads = (table: string) =>
  db.transaction().execute(async (trx) => {
    await sql`drop view ${sql.id(table)}`.execute(trx)
    await sql`drop function no_rows`.execute(trx)
    await sql`alter table ${sql.id(`${table}_kept`)} rename to ${sql.id(table)}`.execute(trx)
  })
