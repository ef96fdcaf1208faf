import { afterAll, expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { newBrowser } from '../../../test/providers/browser.ts'
import { startOidc } from '../../../test/providers/oidc.ts'

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

/** The whole way: to the provider, through it, and back. */
async function signIn(path = '/auth/oidc/login', browser = newBrowser(kit)) {
  const begun = await browser.get(path)
  const back = await browser.follow(begun.location, home)
  const done = await browser.get(back)
  return { browser, begun, back, done }
}

test('whoever has no account asks for one; the attempt is written down', async () => {
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

test('with auto-create, the first sign-in makes an account with the role and the groups', async () => {
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

test('the next sign-in follows the provider: the name, and groups that were left', async () => {
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

test('an account is met by its address the first time only', async () => {
  provider.signsIn({ sub: 'viewer-1', email: 'Vera@example.com' })
  expect((await signIn()).browser.isSignedIn()).toBe(true)
  const link = await db
    .selectFrom('identities')
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
])('%j is refused as %s', async (person, problem) => {
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

test('a way back is used once, and only by the browser that began', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const { browser, back } = await signIn()
  expect((await browser.get(back)).location).toContain('problem=expired')
  const begun = await newBrowser(kit).get('/auth/oidc/login')
  const other = newBrowser(kit)
  const elsewhere = await other.follow(begun.location, home)
  expect((await other.get(elsewhere)).location).toContain('problem=expired')
  // Somebody brings their own answer into a sign-in that another began.
  const victim = newBrowser(kit)
  await victim.get('/auth/oidc/login')
  const stolen = await victim.follow((await newBrowser(kit).get('/auth/oidc/login')).location, home)
  expect((await victim.get(stolen)).location).toContain('problem=answer')
  expect(victim.isSignedIn()).toBe(false)
})

test('two first sign-ins at the same moment make one account', async () => {
  provider.signsIn({ sub: 'twice', email: 'twice@acme.example' })
  const both = await Promise.all([signIn(), signIn()])
  expect(both.map(({ browser }) => browser.isSignedIn())).toEqual([true, true])
  const users = await db.selectFrom('users').select('id').where('email', '=', 'twice@acme.example').execute()
  expect(users).toHaveLength(1)
})

test('a deleted account lets nobody in; the provider may bring a new one', async () => {
  const before = await userOf('twice@acme.example')
  expect((await as.admin.delete(`/api/admin/user-admin/${before?.id}`)).status).toBe(200)
  await set({ autoCreate: false })
  provider.signsIn({ sub: 'twice', email: 'twice@acme.example' })
  expect((await signIn()).done.location).toContain('problem=requested')
  await set({ autoCreate: true })
  expect((await signIn()).browser.isSignedIn()).toBe(true)
  expect((await userOf('twice@acme.example'))?.id).not.toBe(before?.id)
})

test('what SCIM has ended, signing in does not bring back', async () => {
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

test('signing out here signs out there, where that is wanted', async () => {
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

test('while it is off, nobody goes anywhere', async () => {
  await set({ enabled: false })
  const { status, location } = await newBrowser(kit).get('/auth/oidc/login')
  expect(status).toBe(302)
  expect(location).toContain('problem=off')
  expect((await as.anonymous.get('/auth/oidc/callback')).status).toBe(400)
})

test('one address cannot begin sign-ins without end', async () => {
  // More than two minutes allow: the next one may begin in between.
  const answers = await Promise.all(Array.from({ length: 140 }, () => as.anonymous.get('/auth/oidc/login')))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})

test('nothing secret is left in the database', async () => {
  provider.signsIn({ sub: 'new-1', email: 'grace@acme.example' })
  const { rows } = await kit.app.database.pool.query('select * from sign_in_flows')
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.every(({ digest }) => digest.length === 32)).toBe(true)
})
