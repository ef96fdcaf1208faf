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
const rules = { autoCreate: true, defaultRootRole: 'Editor', enableGroupSyncing: true, addGroupsScope: true }
const set = (change: object) => as.admin.post('/api/admin/auth/oidc/settings', change)

/** The complete flow in an administrator's browser. */
async function tryIt() {
  const browser = newBrowser(kit)
  const begun = await kit.app.http.inject({
    method: 'POST',
    url: '/api/admin/auth/oidc/trials',
    headers: { authorization: actors.admin.token },
  })
  expect(begun.statusCode).toBe(200)
  for (const { name, value } of begun.cookies) browser.cookies.set(name, value)
  const done = await browser.get(await browser.follow(begun.json().location, home))
  const key = /^\/admin\/auth\/oidc\?tried=([\w-]{43})$/.exec(done.location)?.[1]
  const trial = await as.admin.get(`/api/admin/auth/trials/${key}`)
  return { browser, key, trial }
}
const lastRevision = () =>
  db.selectFrom('events').select('revision').orderBy('revision', 'desc').limit(1).execute()

test('a trial of a provider that is not configured is refused', async () => {
  expect((await as.admin.post('/api/admin/auth/oidc/trials')).status).toBe(400)
  expect((await as.admin.post('/api/admin/auth/saml/trials')).status).toBe(400)
  expect((await as.admin.post('/api/admin/auth/ldap/trials')).status).toBe(400)
  expect((await as.editor.post('/api/admin/auth/oidc/trials')).status).toBe(403)
})

test('a trial shows what would happen, works while the provider is off, and changes nothing', async () => {
  expect((await set({ discoverUrl, clientId, secret, ...rules })).status).toBe(200)
  const before = await lastRevision()
  provider.signsIn({ sub: 'trial-1', email: 'trial@acme.example', name: 'Tria', groups: ['beta'] })
  const { browser, key, trial } = await tryIt()
  expect(trial.body).toMatchObject({
    provider: 'oidc',
    outcome: 'create',
    reason: null,
    email: 'trial@acme.example',
    account: null,
    rootRole: 'Editor',
    groups: ['beta'],
  })
  expect(JSON.parse(trial.body.claims)).toMatchObject({ sub: 'trial-1', name: 'Tria' })
  expect(browser.isSignedIn()).toBe(false)
  expect(
    await db.selectFrom('users').select('id').where('email', '=', 'trial@acme.example').execute(),
  ).toEqual([])
  expect(await db.selectFrom('linked_identities').select('subject').execute()).toEqual([])
  expect(await lastRevision()).toEqual(before)
  expect((await as.editor.get(`/api/admin/auth/trials/${key}`)).status).toBe(403)
  expect((await as.admin.get('/api/admin/auth/trials/another')).status).toBe(404)
})

test('a trial names the account that would be signed in', async () => {
  provider.signsIn({ sub: 'vera-1', email: 'vera@example.com' })
  const { trial } = await tryIt()
  expect(trial.body).toMatchObject({ outcome: 'sign-in', account: 'vera@example.com', groups: [] })
})

test('a trial explains why a person would be refused or need to request access', async () => {
  provider.signsIn({ sub: 'x', email: 'vera@example.com', email_verified: false })
  expect((await tryIt()).trial.body).toMatchObject({
    outcome: 'refuse',
    reason: 'The provider has not verified the email address.',
  })
  await set({ autoCreate: false, enableGroupSyncing: false })
  provider.signsIn({ sub: 'y', email: 'somebody@acme.example' })
  expect((await tryIt()).trial.body).toMatchObject({ outcome: 'request', groups: null })
})

test('a trial shows errors of the provider', async () => {
  await set({ secret: 'not the secret' })
  const { trial } = await tryIt()
  expect(trial.body).toMatchObject({ outcome: 'refuse', subject: null, claims: '{}' })
  expect(trial.body.reason).toContain('invalid_client')
})
