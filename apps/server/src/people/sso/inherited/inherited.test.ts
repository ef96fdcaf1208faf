import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { bothProtocols, oidcSettings, samlSettings, startShared } from '../../../../test/providers/both.ts'
import { assignProtocols } from './assign.ts'

// Links from before the protocol was stored, as the migration leaves them.

const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const { as, db, app } = kit
const provider = await startShared()
afterAll(() => provider.stop())
const { issuer } = provider
const elsewhere = 'https://idp.example/realms/one'

const setOidc = (change: object) => as.admin.post('/api/admin/auth/oidc/settings', change)
const setSaml = (change: object) => as.admin.post('/api/admin/auth/saml/settings', change)

beforeEach(async () => {
  await db.deleteFrom('linked_identities').execute()
  await db.deleteFrom('logins').execute()
})

/** An account with a link whose protocol was not stored, and its first logins. */
async function inherit(name: string, { at = issuer, logins = [] as readonly string[] } = {}) {
  const email = `${name}@acme.example`
  const account = await db.insertInto('users').values({ email, root_role: 3 }).returning('id').execute()
  const id = account[0]?.id ?? 0
  const created = Date.now() - 3_600_000
  const link = { issuer: at, subject: name, user_id: id, created_at: new Date(created) }
  await db
    .insertInto('linked_identities')
    .values({ ...link, inherited: true })
    .execute()
  const login = { type: 'login', username: email, successful: true } as const
  for (const auth_type of logins)
    await db
      .insertInto('logins')
      .values({ ...login, auth_type, created_at: new Date(created + 300) })
      .execute()
  return { id, email }
}

const start = () => assignProtocols(app.handles)
const protocols = async () => {
  const rows = await db.selectFrom('linked_identities').select(['subject', 'protocol']).execute()
  return Object.fromEntries(rows.map(({ subject, protocol }) => [subject, protocol]))
}

test('the only provider that ever had this issuer decides', async () => {
  await setOidc({ discoverUrl: `${elsewhere}/.well-known/openid-configuration`, clientId: 'flagstaff' })
  await inherit('one', { at: elsewhere })
  await start()
  expect(await protocols()).toEqual({ one: 'oidc' })
})

test('a provider that environment variables set up counts too', async () => {
  const { sso } = app.handles.settings
  const saml = { ...samlSettings(provider), entityId: 'https://idp.example/env' }
  await inherit('env', { at: 'https://idp.example/env' })
  const settings = { ...app.handles.settings, sso: { ...sso, saml: saml as NonNullable<typeof sso.saml> } }
  await assignProtocols({ ...app.handles, settings })
  expect(await protocols()).toEqual({ env: 'saml' })
})

test('a link stays undecided if the issuer once belonged to a provider of the other protocol', async () => {
  await setOidc(oidcSettings(provider))
  await setSaml({ ...samlSettings(provider), entityId: elsewhere })
  await inherit('former', { at: elsewhere })
  await inherit('nobody', { at: 'https://idp.example/unknown' })
  await start()
  expect(await protocols()).toEqual({ former: null, nobody: null })
})

test('with two providers, the login that created the link decides, and later logins do not', async () => {
  await setSaml(samlSettings(provider))
  await inherit('ann', { logins: ['oidc'] })
  await inherit('sam', { logins: ['saml'] })
  await inherit('both', { logins: ['oidc', 'saml'] })
  const dormant = await inherit('dormant')
  await db
    .insertInto('logins')
    .values({ type: 'login', auth_type: 'saml', username: dormant.email, successful: true })
    .execute()
  await start()
  expect(await protocols()).toEqual({ ann: 'oidc', sam: 'saml', both: null, dormant: null })
  // A later start decides nothing anew.
  await setOidc({ discoverUrl: 'https://idp.example/other' })
  await start()
  expect(await protocols()).toMatchObject({ both: null, dormant: null })
})

test('an undecided link opens nothing, until a verified address decides', async () => {
  const { byOidc, bySaml } = await bothProtocols(kit, provider)
  const ann = await inherit('undecided')
  await start()
  const stranger = await bySaml({ id: 'undecided', attributes: { email: 'stranger@acme.example' } })
  expect(stranger).toMatchObject({ problem: 'undecided', id: undefined })
  const unverified = { sub: 'undecided', email: ann.email, email_verified: false }
  expect(await byOidc(unverified)).toMatchObject({ problem: 'undecided' })
  expect(await bySaml({ id: 'another', attributes: { email: ann.email } })).toMatchObject({
    problem: 'undecided',
  })
  expect((await byOidc({ sub: 'undecided', email: ann.email })).id).toBe(ann.id)
  expect(await protocols()).toEqual({ undecided: 'oidc' })
  expect((await bySaml({ id: 'another', attributes: { email: ann.email } })).id).toBe(ann.id)
})

test('a person gets the account with their address, although their subject has an undecided link', async () => {
  const { bySaml } = await bothProtocols(kit, provider)
  await inherit('shared-subject')
  await start()
  await db.insertInto('users').values({ email: 'mallory@acme.example', root_role: 3 }).execute()
  const mallory = await bySaml({ id: 'shared-subject', attributes: { email: 'mallory@acme.example' } })
  expect(mallory.email).toBe('mallory@acme.example')
})

test('an administrator decides which protocol opens an account', async () => {
  const { byOidc, bySaml } = await bothProtocols(kit, provider)
  const moved = await inherit('moved')
  await start()
  const asMoved = { sub: 'moved', email: 'new-address@acme.example' }
  expect(await byOidc(asMoved)).toMatchObject({ problem: 'undecided' })
  const path = `/api/admin/user-admin/${moved.id}/identities`
  const [identity] = (await as.admin.get(path)).body.identities
  expect(identity).toMatchObject({ protocol: null, issuer, subject: 'moved' })
  expect((await as.editor.get(path)).status).toBe(403)
  expect((await as.editor.put(`${path}/${identity.id}`, { protocol: 'oidc' })).status).toBe(403)
  expect((await as.admin.put(`${path}/${identity.id}`, { protocol: 'ldap' })).status).toBe(400)
  const elsewhere = `/api/admin/user-admin/${kit.actors.editor.id}/identities/${identity.id}`
  expect((await as.admin.put(elsewhere, { protocol: 'oidc' })).status).toBe(404)
  expect((await as.admin.put(`${path}/${identity.id}`, { protocol: 'oidc' })).body.protocol).toBe('oidc')
  expect((await byOidc(asMoved)).id).toBe(moved.id)
  const stranger = await bySaml({ id: 'moved', attributes: { email: 'namesake@acme.example' } })
  expect(stranger.email).toBe('namesake@acme.example')
  expect((await as.admin.put(`${path}/${identity.id}`, { protocol: 'saml' })).status).toBe(409)
  const { events } = (await as.admin.get('/api/admin/search/events?type=IS:user-updated&limit=1')).body
  expect(events[0]).toMatchObject({
    data: { email: moved.email, identity: { protocol: 'oidc', issuer, subject: 'moved' } },
    preData: { identity: { protocol: null } },
  })
})
