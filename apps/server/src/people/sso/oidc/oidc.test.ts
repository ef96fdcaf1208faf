import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { newBrowser } from '../../../../test/providers/browser.ts'
import { startOidc } from '../../../../test/providers/oidc.ts'

const home = 'http://localhost:4242'
const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const { as, db, actors } = kit
const provider = await startOidc({ home })
afterAll(() => provider.stop())

const { discoverUrl, clientId, secret } = provider
const set = async (change: object) => {
  const answer = await as.admin.post('/api/admin/auth/oidc/settings', change)
  expect(answer.status).toBe(200)
}
await set({ enabled: true, discoverUrl, clientId, secret })

const lastLogin = () =>
  db
    .selectFrom('logins')
    .select(['auth_type', 'username', 'successful', 'failure_reason'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
const userOf = (email: string) =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** The complete flow: to the provider and back. */
async function signIn(path = '/auth/oidc/login', browser = newBrowser(kit)) {
  const begun = await browser.get(path)
  const back = await browser.follow(begun.location, home)
  const done = await browser.get(back)
  return { browser, begun, back, done }
}

test('signing in without an account creates an access request and a login history entry', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example', email_verified: true, name: 'Grace' })
  const { browser, done } = await signIn()
  expect(done.location).toMatch(/^\/login\?problem=requested&id=[\w-]{36}$/)
  expect(browser.isSignedIn()).toBe(false)
  expect(await db.selectFrom('access_requests').select('email').execute()).toEqual([
    { email: 'grace@acme.example' },
  ])
  expect(await lastLogin()).toMatchObject({
    auth_type: 'oidc',
    username: 'grace@acme.example',
    successful: false,
  })
})

test('with auto-create, the first sign-in creates an account with the configured role and groups', async () => {
  await as.admin.post('/api/admin/groups', { name: 'Beta testers', mappingsSSO: ['beta'], users: [] })
  await set({
    autoCreate: true,
    emailDomains: 'acme.example',
    defaultRootRole: 'Editor',
    enableGroupSyncing: true,
    addGroupsScope: true,
  })
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example', name: 'Grace', groups: ['beta', 'other'] })
  const { browser, done } = await signIn('/auth/oidc/login?redirect=/projects/default?tab=a')
  expect(done).toMatchObject({ status: 302, location: '/projects/default?tab=a' })
  expect(browser.isSignedIn()).toBe(true)
  const me = await browser.get('/api/admin/user')
  expect(JSON.parse(me.body).user).toMatchObject({ email: 'grace@acme.example', name: 'Grace' })
  const user = await userOf('grace@acme.example')
  expect(user).toMatchObject({ root_role: 2, password_hash: null })
  const groups = await db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .select(['g.name', 'm.origin'])
    .where('m.user_id', '=', user?.id ?? 0)
    .execute()
  expect(groups).toEqual([{ name: 'Beta testers', origin: 'sso' }])
  expect(await lastLogin()).toMatchObject({
    auth_type: 'oidc',
    username: 'grace@acme.example',
    successful: true,
  })
})

test('later sign-ins update the name and the groups from the provider', async () => {
  provider.signsIn({ sub: 'new-1', email: 'moved@acme.example', name: 'Grace Hopper', groups: [] })
  const { browser } = await signIn()
  expect(browser.isSignedIn()).toBe(true)
  const user = await userOf('grace@acme.example')
  expect(user?.name).toBe('Grace Hopper')
  expect(await userOf('moved@acme.example')).toBeUndefined()
  const members = await db
    .selectFrom('group_members')
    .select('group_id')
    .where('user_id', '=', user?.id ?? 0)
    .execute()
  expect(members).toEqual([])
})

test('only the first sign-in matches an account by its email address', async () => {
  provider.signsIn({ sub: 'viewer-1', email: 'Vera@example.com' })
  expect((await signIn()).browser.isSignedIn()).toBe(true)
  const link = await db
    .selectFrom('linked_identities')
    .selectAll()
    .where('subject', '=', 'viewer-1')
    .executeTakeFirst()
  expect(link).toMatchObject({ issuer: provider.issuer, user_id: actors.viewer.id })
  provider.signsIn({ sub: 'somebody-else', email: 'vera@example.com' })
  const { browser, done } = await signIn()
  expect(browser.isSignedIn()).toBe(false)
  expect(done.location).toContain('problem=taken')
})

test.each([
  [{ sub: 'b-1', email: 'edith@example.com', email_verified: false }, 'unverified'],
  [{ sub: 'b-2', email: 'new@acme.example', email_verified: false }, 'unverified'],
  [{ sub: 'b-3' }, 'no-email'],
  [{ sub: 'b-4', email: 'not an address' }, 'no-email'],
  [{ sub: 'b-5', email: 'somebody@elsewhere.example' }, 'domain'],
  [{ sub: 'b-6', email: 'somebody@evil-acme.example' }, 'domain'],
  [{ sub: 'b-7', email: 'a@elsewhere.example@acme.example.evil' }, 'no-email'],
  [{ sub: 'b-8', email: 'robot@acme.example' }, 'service'],
])('signing in with the claims %j is refused as %s', async (person, problem) => {
  await db
    .insertInto('users')
    .values({ email: 'robot@acme.example', name: 'robot', root_role: 3, is_service: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  provider.signsIn(person)
  const { browser, done } = await signIn()
  expect(browser.isSignedIn()).toBe(false)
  expect(done.location).toContain(`problem=${problem}&id=`)
  expect(await lastLogin()).toMatchObject({ successful: false, auth_type: 'oidc' })
})

test('the first sign-in of the verified owner ends the access of a stranger who signed up with their address', async () => {
  const link = await as.admin.post('/api/admin/invite-link/tokens', {
    name: 'for all',
    expiresAt: new Date(Date.now() + 60_000),
  })
  const stranger = { name: 'Stranger', email: 'owner@acme.example', password: 'Not-the-owner-7' }
  expect((await as.anonymous.post(`/invite/${link.body.secret}/signup`, stranger)).status).toBe(201)
  const login = () =>
    as.anonymous.post('/auth/simple/login', { username: stranger.email, password: stranger.password })
  expect((await login()).status).toBe(200)
  const { id } = (await userOf(stranger.email)) ?? {}
  provider.signsIn({ sub: 'owner-1', email: stranger.email })
  expect((await signIn()).browser.isSignedIn()).toBe(true)
  expect((await login()).status).toBe(401)
  const sessions = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('user_id', '=', Number(id))
    .execute()
  expect(sessions).toHaveLength(1)
})

test('a callback works once, and only in the browser that started the sign-in', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const { browser, back } = await signIn()
  expect((await browser.get(back)).location).toContain('problem=expired')
  const begun = await newBrowser(kit).get('/auth/oidc/login')
  const other = newBrowser(kit)
  const elsewhere = await other.follow(begun.location, home)
  expect((await other.get(elsewhere)).location).toContain('problem=expired')
  // Login CSRF: an attacker injects their own response into a sign-in that the victim started.
  const victim = newBrowser(kit)
  await victim.get('/auth/oidc/login')
  const stolen = await victim.follow((await newBrowser(kit).get('/auth/oidc/login')).location, home)
  expect((await victim.get(stolen)).location).toContain('problem=answer')
  expect(victim.isSignedIn()).toBe(false)
})

test('concurrent first sign-ins create one account', async () => {
  provider.signsIn({ sub: 'twice', email: 'twice@acme.example' })
  const both = await Promise.all([signIn(), signIn()])
  expect(both.map(({ browser }) => browser.isSignedIn())).toEqual([true, true])
  const users = await db.selectFrom('users').select('id').where('email', '=', 'twice@acme.example').execute()
  expect(users).toHaveLength(1)
})

test('a deleted account cannot sign in, but a new account can be created for the same person', async () => {
  const before = await userOf('twice@acme.example')
  expect((await as.admin.delete(`/api/admin/user-admin/${before?.id}`)).status).toBe(200)
  await set({ autoCreate: false })
  provider.signsIn({ sub: 'twice', email: 'twice@acme.example' })
  expect((await signIn()).done.location).toContain('problem=requested')
  await set({ autoCreate: true })
  expect((await signIn()).browser.isSignedIn()).toBe(true)
  expect((await userOf('twice@acme.example'))?.id).not.toBe(before?.id)
})

test('signing in does not restore an account that SCIM deactivated', async () => {
  await db
    .insertInto('settings')
    .values({ name: 'scim', value: JSON.stringify({ enabled: true }) })
    .execute()
  const ended = { email: 'left@acme.example', root_role: 3, scim_id: 'scim-1', deleted_at: new Date() }
  await db.insertInto('users').values(ended).execute()
  provider.signsIn({ sub: 'left-1', email: 'left@acme.example' })
  expect((await signIn()).done.location).toContain('problem=ended')
  await db.deleteFrom('settings').where('name', '=', 'scim').execute()
})

test('signing out also signs out at the provider if single sign-out is on', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const leave = async () => {
    const { browser } = await signIn()
    const session = `flagstaff-session=${browser.cookies.get('flagstaff-session')}`
    return kit.client({ cookie: session, accept: 'application/json' }).post('/logout')
  }
  expect((await leave()).body).toEqual({ location: '/signed-out' })
  await set({ enableSingleSignOut: true })
  const { location } = (await leave()).body
  expect(location.startsWith(`${provider.issuer}/session/end?`)).toBe(true)
  expect(new URL(location).searchParams.get('post_logout_redirect_uri')).toBe(`${home}/signed-out`)
})

test('the sign-out sends the ID token, which is stored in no readable form', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const { browser } = await signIn()
  const stored = await db.selectFrom('sessions').select('provider_hint').execute()
  const hints = stored.flatMap(({ provider_hint }) => provider_hint ?? [])
  expect(hints).not.toEqual([])
  for (const hint of hints) expect(hint.toString('latin1')).not.toContain('eyJ')
  const cookie = `flagstaff-session=${browser.cookies.get('flagstaff-session')}`
  const { location } = (await kit.client({ cookie, accept: 'application/json' }).post('/logout')).body
  const token = new URL(location).searchParams.get('id_token_hint') ?? ''
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString() || '{}')
  expect(claims).toMatchObject({ sub: 'new-1', iss: provider.issuer, aud: provider.clientId })
  expect((await fetch(location)).status).toBe(200)
  expect((await fetch(location.replace(token, `${token}x`))).status).toBe(400)
})

test('OIDC sign-in is refused while it is turned off', async () => {
  await set({ enabled: false })
  const { status, location } = await newBrowser(kit).get('/auth/oidc/login')
  expect(status).toBe(302)
  expect(location).toContain('problem=off')
  expect((await as.anonymous.get('/auth/oidc/callback')).status).toBe(400)
})

test('starting sign-ins is rate limited per IP address', async () => {
  // More than two rate limit windows allow, since a new one can start in between.
  const answers = await Promise.all(Array.from({ length: 140 }, () => as.anonymous.get('/auth/oidc/login')))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})

test('the database contains no sign-in secrets', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const { rows } = await kit.app.database.pool.query('select * from sign_in_flows')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.every(({ digest }) => digest.length === 32)).toBe(true)
})
