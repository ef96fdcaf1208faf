import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db } = await testApp({ URL: 'https://flags.example', CREATE_USER_RATE_LIMIT_PER_MINUTE: '30' })
const path = '/api/admin/invite-link/tokens'
const password = 'Correct-horse-1'
const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString()
const make = async (name = 'for the team') => (await as.admin.post(path, { name, expiresAt: day(7) })).body
const idOf = async (secret: string) => (await as.admin.get(`${path}/${secret}`)).body.secret
const signUp = (secret: string, more: object = {}) =>
  as.anonymous.post(`/invite/${secret}/signup`, { name: 'Grace', email: 'grace@navy', password, ...more })
const validate = async (secret: string) => (await as.anonymous.get(`/invite/${secret}/validate`)).status
const events = async (count: number) =>
  db.selectFrom('events').selectAll().orderBy('revision', 'desc').limit(count).execute()

test('an invite link shows its secret once, and only its digest is stored', async () => {
  const { status, body, headers } = await as.admin.post(path, { name: ' for the team ', expiresAt: day(7) })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    name: 'for the team',
    enabled: true,
    createdBy: 'ada@example.com',
    role: { id: 3, name: 'Viewer' },
    users: [],
    secret: expect.stringMatching(/^[\w-]{43}$/),
    url: `https://flags.example/new-user?invite=${body.secret}`,
  })
  const { body: list } = await as.admin.get(path)
  expect(list.tokens).toHaveLength(1)
  const [shown] = list.tokens
  expect(shown).toMatchObject({ name: 'for the team', url: 'https://flags.example/new-user?invite=…' })
  expect(shown.secret).toMatch(/^[0-9a-f]{16}$/)
  expect(headers.location).toBe(`tokens/${shown.secret}`)
  for (const key of [body.secret, shown.secret]) {
    expect((await as.admin.get(`${path}/${key}`)).body.secret).toBe(shown.secret)
  }
  const stored = JSON.stringify([await db.selectFrom('invite_links').selectAll().execute(), await events(1)])
  expect(stored).not.toContain(body.secret)
  expect((await events(1))[0]).toMatchObject({
    type: 'public-signup-token-created',
    data: { id: shown.secret },
  })
})

test('an invite link is valid for a month at most', async () => {
  const { body } = await as.admin.post(path, { name: 'for ever', expiresAt: '2999-01-01T00:00:00Z' })
  const days = (Date.parse(body.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(27)
  expect(days).toBeLessThan(32)
  expect((await as.admin.post(path, { name: 'x', expiresAt: day(-1) })).status).toBe(400)
  expect((await as.admin.post(path, { name: ' ', expiresAt: day(1) })).status).toBe(400)
  expect((await as.admin.post(path, { name: 'x' })).status).toBe(400)
})

test('anyone with the invite link can sign up as a viewer', async () => {
  const { secret } = await make()
  expect(await validate(secret)).toBe(200)
  expect(await validate('nothing')).toBe(400)
  const weak = await signUp(secret, { password: 'unleash4all' })
  expect(weak).toMatchObject({ status: 400, body: { name: 'OwaspValidationError' } })
  const { status, body, headers } = await signUp(secret, { rootRole: 1, username: 'hopper' })
  expect(status).toBe(400)
  const made = await signUp(secret, { username: 'hopper' })
  expect(made.status).toBe(201)
  expect(made.headers['ratelimit-limit']).toBe('30')
  expect(made.body).toMatchObject({ email: 'grace@navy', username: 'hopper', name: 'Grace', rootRole: 3 })
  expect([body.name, headers['set-cookie']]).toEqual(['BadDataError', undefined])
  const login = { username: 'grace@navy', password }
  expect((await as.anonymous.post('/auth/simple/login', login)).status).toBe(200)
  expect(await events(2)).toMatchObject([
    {
      type: 'public-signup-token-user-added',
      actor_type: 'system',
      ip: '127.0.0.1',
      data: { userId: made.body.id },
    },
    { type: 'user-created', data: { email: 'grace@navy', rootRole: 3 } },
  ])
  const { body: link } = await as.admin.get(`${path}/${secret}`)
  expect(link.users).toMatchObject([{ id: made.body.id, name: 'Grace' }])
})

test('signing up with a taken email address is refused, even concurrently', async () => {
  const { secret } = await make()
  expect((await signUp(secret, { email: 'ADA@example.com' })).status).toBe(409)
  expect((await signUp(secret, { email: 'nowhere' })).status).toBe(400)
  expect((await signUp(secret, { email: '' })).status).toBe(400)
  const twins = await Promise.all([
    signUp(secret, { email: 'twin@navy' }),
    signUp(secret, { email: 'twin@navy' }),
  ])
  expect(twins.map(({ status }) => status).sort()).toEqual([201, 409])
})

test('an invite link can be disabled, enabled and extended', async () => {
  const { secret } = await make()
  const id = await idOf(secret)
  const put = (body: object, key = id) => as.admin.put(`${path}/${key}`, body)
  const off = await put({ enabled: false })
  expect(off).toMatchObject({ status: 200, body: { enabled: false, secret: id } })
  expect([await validate(secret), (await signUp(secret)).status]).toEqual([400, 400])
  expect((await events(1))[0]).toMatchObject({
    type: 'public-signup-token-updated',
    data: { enabled: false },
    pre_data: { enabled: true },
  })
  expect((await put({ enabled: true }, secret)).body.enabled).toBe(true)
  expect(await validate(secret)).toBe(200)
  const longer = await put({ expiresAt: day(20) })
  expect(Date.parse(longer.body.expiresAt)).toBeGreaterThan(Date.parse(day(19)))
  expect((await put({ expiresAt: day(-1) })).status).toBe(400)
  expect((await put({ enabled: true }, 'nothing')).status).toBe(404)
  await db.updateTable('invite_links').set({ expires_at: new Date() }).where('id', '=', id).execute()
  expect([await validate(secret), (await signUp(secret)).status]).toEqual([400, 400])
})

test('the id of an invite link cannot be used to sign up', async () => {
  const { secret } = await make()
  const id = await idOf(secret)
  expect([await validate(id), (await signUp(id)).status]).toEqual([400, 400])
})

test('only administrators can manage invite links', async () => {
  const { secret } = await make()
  const body = { name: 'x', expiresAt: day(1) }
  expect((await as.editor.get(path)).status).toBe(403)
  expect((await as.editor.post(path, body)).status).toBe(403)
  expect((await as.editor.get(`${path}/${secret}`)).status).toBe(403)
  expect((await as.editor.put(`${path}/${secret}`, { enabled: false })).status).toBe(403)
  expect((await as.admin.get(`${path}/nothing`)).status).toBe(404)
})

test('a sign-up cannot take a user name or email address that identifies another account', async () => {
  const { secret } = await make()
  await as.admin.post('/api/admin/user-admin', { username: 'olga@intranet', rootRole: 2 })
  const squatting = [
    { username: 'ADA@example.com', email: 'squatter@navy' },
    { username: 'squatter', email: 'Olga@intranet' },
  ]
  for (const identity of squatting) expect((await signUp(secret, identity)).status).toBe(409)
  expect((await signUp(secret, { username: 'own@navy', email: 'own@navy' })).status).toBe(201)
})

test('sign-ups are rate limited per IP address', async () => {
  const { secret } = await make()
  const attempt = () => signUp(secret, { email: 'nowhere', password: 'weak' })
  let last = await attempt()
  // A new rate limit window can start in between.
  for (let i = 0; last.status !== 429 && i < 60; i++) last = await attempt()
  expect(last).toMatchObject({ status: 429, body: { name: 'RateLimitError' } })
})
