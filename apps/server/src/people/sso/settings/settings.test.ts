import { expect, test } from 'vitest'
import { type Client, testApp } from '../../../../test/kit.ts'
import { newKeyPair } from '../../../../test/providers/certificates.ts'

const { as, db, app, actors } = await testApp({
  ENCRYPTION_KEY: 'a key for tests',
  URL: 'https://flags.example',
})
const auth = '/api/admin/auth'
const provider = newKeyPair('provider')
const own = newKeyPair('flagstaff')
const oidc = {
  enabled: true,
  discoverUrl: 'https://idp.example/.well-known/openid-configuration',
  clientId: 'flagstaff',
  secret: 'a-secret-of-the-provider',
}
const saml = {
  enabled: true,
  entityId: 'https://idp.example',
  signOnUrl: 'https://idp.example/sso',
  certificate: provider.certificate,
}
const lastEvent = () =>
  db
    .selectFrom('events')
    .select(['type', 'data', 'pre_data'])
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
const everything = async () => {
  const settings = await db.selectFrom('settings').selectAll().execute()
  const events = await db.selectFrom('events').selectAll().execute()
  const undos = await db.selectFrom('undos').selectAll().execute()
  return JSON.stringify([settings, events, undos])
}

test('by default all providers are off, and the settings show the URLs to register', async () => {
  expect((await as.admin.get(`${auth}/oidc/settings`)).body).toMatchObject({
    enabled: false,
    hasSecret: false,
    enablePkce: true,
    locked: false,
    defaultRootRole: 'Viewer',
    callbackUrl: 'https://flags.example/auth/oidc/callback',
  })
  expect((await as.admin.get(`${auth}/saml/settings`)).body).toMatchObject({
    enabled: false,
    hasPrivateKey: false,
    callbackUrl: 'https://flags.example/auth/saml/callback',
    metadataUrl: 'https://flags.example/auth/saml/metadata',
  })
  expect((await as.admin.get(`${auth}/simple/settings`)).body).toEqual({
    disabled: false,
    forced: false,
    providers: [],
    administrators: 0,
  })
})

test('sign-in settings need the permission to configure authentication', async () => {
  for (const kind of ['oidc', 'saml', 'simple']) {
    expect((await as.editor.get(`${auth}/${kind}/settings`)).status).toBe(403)
    expect((await as.editor.post(`${auth}/${kind}/settings`, {})).status).toBe(403)
    expect((await as.anonymous.get(`${auth}/${kind}/settings`)).status).toBe(401)
  }
})

test('a client secret is encrypted, not recorded in events and not returned to people', async () => {
  const answer = await as.admin.post(`${auth}/oidc/settings`, oidc)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ enabled: true, clientId: 'flagstaff', hasSecret: true })
  expect(answer.body).not.toHaveProperty('secret')
  expect(await lastEvent()).toMatchObject({
    type: 'setting-created',
    data: { name: 'unleash.enterprise.auth.oidc', clientId: 'flagstaff', hasSecret: true },
  })
  expect(await everything()).not.toContain(oidc.secret)
})

test('omitted fields and the client secret stay unchanged', async () => {
  const answer = await as.admin.post(`${auth}/oidc/settings`, { autoCreate: true, secret: '' })
  expect(answer.body).toMatchObject({ autoCreate: true, clientId: 'flagstaff', hasSecret: true })
  expect(await lastEvent()).toMatchObject({ type: 'setting-updated', data: { autoCreate: true } })
  const replaced = await as.admin.post(`${auth}/oidc/settings`, { secret: 'another-secret' })
  expect(replaced.status).toBe(200)
  expect((await lastEvent())?.data).toMatchObject({ secretReplaced: true })
  expect((await as.admin.post(`/api/admin/undo/${replaced.headers['x-undo']}`)).status).toBe(204)
  expect((await as.admin.get(`${auth}/oidc/settings`)).body).toMatchObject({ enabled: true, hasSecret: true })
})

test('the tool that set the client secret gets it back, and nobody else does', async () => {
  const set = await as.adminToken.post(`${auth}/oidc/settings`, { secret: 'set-by-a-tool' })
  expect(set.body).toMatchObject({ secret: 'set-by-a-tool', hasSecret: true })
  const read = async (who: Client) => (await who.get(`${auth}/oidc/settings`)).body
  expect(await read(as.adminToken)).toMatchObject({ secret: 'set-by-a-tool' })
  expect(await read(as.admin)).not.toHaveProperty('secret')
  expect(await everything()).not.toContain('set-by-a-tool')
  expect((await as.adminToken.post(`${auth}/oidc/settings`, { autoCreate: true })).body.secret).toBe(
    'set-by-a-tool',
  )
  expect((await as.admin.post(`${auth}/oidc/settings`, { secret: oidc.secret })).body).not.toHaveProperty(
    'secret',
  )
  expect(await read(as.adminToken)).not.toHaveProperty('secret')
})

test('the default root role is always returned as an id, and must exist', async () => {
  for (const kind of ['oidc', 'saml']) {
    const path = `${auth}/${kind}/settings`
    expect((await as.admin.get(path)).body.defaultRootRoleId).toBe(3)
    expect((await as.admin.post(path, { defaultRootRoleId: 4711 })).status).toBe(400)
    expect((await as.admin.post(path, { defaultRootRole: 'Editor' })).body.defaultRootRoleId).toBe(2)
    expect((await as.admin.post(path, { defaultRootRoleId: 3 })).body.defaultRootRoleId).toBe(3)
    // Terraform sends 0 if its configuration has no role.
    expect((await as.admin.post(path, { defaultRootRoleId: 0 })).body.defaultRootRoleId).toBe(3)
  }
})

test.each([
  [{ discoverUrl: 'idp.example' }, 'https://'],
  [{ discoverUrl: 'http://idp.example' }, 'https://'],
  [{ discoverUrl: 'https://user:pass@idp.example' }, 'user name'],
  [{ discoverUrl: '' }, 'discovery URL'],
  [{ clientId: ' ' }, 'client ID'],
  [{ emailDomains: 'acme.example, not a domain!' }, 'is not a domain'],
  [{ extraScopes: 'fine "quoted"' }, 'is not a valid scope'],
  [{ defaultRootRole: 'Emperor' }, 'defaultRootRole'],
])('OIDC with %j is refused', async (change, reason) => {
  const answer = await as.admin.post(`${auth}/oidc/settings`, change)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(reason)
})

test('email domains are stored in normalised form', async () => {
  const { body } = await as.admin.post(`${auth}/oidc/settings`, {
    emailDomains: '@Acme.example,  beta.example',
  })
  expect(body.emailDomains).toBe('acme.example,beta.example')
})

test('a private key is encrypted; its certificate is returned', async () => {
  const answer = await as.admin.post(`${auth}/saml/settings`, {
    ...saml,
    spCertificate: `${own.key}${own.certificate}`,
  })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ enabled: true, hasPrivateKey: true })
  expect(answer.body.spCertificate).toBe(own.certificate.trim())
  const body = own.key.replace(/-----[^-]+-----|\s/g, '')
  expect((await everything()).replaceAll('\\n', '')).not.toContain(body.slice(0, 60))
  const kept = await as.admin.post(`${auth}/saml/settings`, { spCertificate: own.certificate })
  expect(kept.body.hasPrivateKey).toBe(true)
})

test.each([
  [{ certificate: 'nonsense' }, 'X.509'],
  [{ certificate: '' }, 'certificate'],
  [{ entityId: '' }, 'entity ID'],
  [{ signOnUrl: 'ftp://idp.example' }, 'https://'],
  [{ spCertificate: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }, 'cannot be read'],
  [{ spCertificate: `${own.key}${provider.certificate}` }, 'does not belong'],
])('SAML with %j is refused', async (change, reason) => {
  const answer = await as.admin.post(`${auth}/saml/settings`, change)
  expect(answer.status).toBe(400)
  expect(answer.body.message).toContain(reason)
})

test('passwords can be turned off only after an administrator has signed in through a provider', async () => {
  const turn = (disabled: boolean) => as.admin.post(`${auth}/simple/settings`, { disabled })
  const early = await turn(true)
  expect(early.status).toBe(403)
  expect(early.body.message).toContain('No administrator has signed in')
  await db
    .insertInto('linked_identities')
    .values({ protocol: 'oidc', issuer: 'https://idp.example', subject: '1', user_id: actors.admin.id })
    .execute()
  const off = await turn(true)
  expect(off.body).toEqual({ disabled: true, forced: false, providers: ['oidc', 'saml'], administrators: 1 })
  const login = await as.anonymous.post('/auth/simple/login', { username: 'ada', password: 'x' })
  expect(login.status).toBe(422)
  expect(login.body.name).toBe('DisabledError')
  const refused = await as.anonymous.get('/api/admin/user')
  expect(refused.body).toMatchObject({
    defaultHidden: true,
    options: [
      { type: 'oidc', path: '/auth/oidc/login' },
      { type: 'saml', path: '/auth/saml/login' },
    ],
  })
  expect((await as.viewer.get('/api/admin/ui-config')).body.disablePasswordAuth).toBe(true)
})

test('the last provider cannot be turned off while passwords are off', async () => {
  expect((await as.admin.post(`${auth}/saml/settings`, { enabled: false })).status).toBe(200)
  const last = await as.admin.post(`${auth}/oidc/settings`, { enabled: false })
  expect(last.status).toBe(403)
  expect(last.body.message).toContain('the only provider')
  expect((await as.admin.post(`${auth}/simple/settings`, { disabled: false })).status).toBe(200)
  expect((await as.admin.post(`${auth}/oidc/settings`, { enabled: false })).status).toBe(200)
  const nobody = await as.admin.post(`${auth}/simple/settings`, { disabled: true })
  expect(nobody.status).toBe(403)
  expect(nobody.body.message).toContain('Nobody could sign in')
  const login = await as.anonymous.post('/auth/simple/login', { username: 'ada', password: 'x' })
  expect(login.status).toBe(401)
})

test('concurrent requests cannot turn off the last two ways to sign in', async () => {
  expect((await as.admin.post(`${auth}/oidc/settings`, { enabled: true })).status).toBe(200)
  const both = await Promise.all([
    as.admin.post(`${auth}/oidc/settings`, { enabled: false }),
    as.admin.post(`${auth}/simple/settings`, { disabled: true }),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  await as.admin.post(`${auth}/simple/settings`, { disabled: false })
})

test('our SAML metadata is public', async () => {
  const { body, headers } = await as.anonymous.get('/auth/saml/metadata')
  expect(headers['content-type']).toContain('samlmetadata')
  expect(body).toContain('entityID="https://flags.example"')
  expect(body).toContain('Location="https://flags.example/auth/saml/callback"')
  expect(body).toContain('WantAssertionsSigned="true"')
  expect((await app.http.inject({ method: 'GET', url: '/auth/saml/logout' })).headers.location).toBe(
    '/signed-out',
  )
})

test('unknown fields are accepted and dropped', async () => {
  for (const kind of ['oidc', 'saml']) {
    const saved = await as.admin.post(`${auth}/${kind}/settings`, { colour: 'green' })
    expect(saved.status).toBe(200)
    expect(saved.body).not.toHaveProperty('colour')
  }
})
