import { expect, test } from 'vitest'
import { testApp } from '../test/kit.ts'
import { newKeyPair } from '../test/providers/certificates.ts'

const { as, app, client } = await testApp({
  SIMPLE_LOGIN_LIMIT_PER_MINUTE: '1000',
  ENCRYPTION_KEY: 'a key for tests',
})
const admin = '/api/admin'
const password = 'Correct-horse-1'
const again = { headers: { 'idempotency-key': 'once' } }
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

/** One secret of every kind, each used at least once. */
async function issueSecrets(): Promise<string[]> {
  const token = { tokenName: 'a', type: 'backend' }
  const root = await as.admin.post(`${admin}/api-tokens`, token, again)
  const project = await as.admin.post(`${admin}/projects/default/api-tokens`, token)
  const byToken = await as.adminToken.post(`${admin}/api-tokens`, token, again)
  const personal = await as.admin.post(
    `${admin}/user/tokens`,
    { description: 'a', expiresAt: new Date(Date.now() + 1e9).toISOString() },
    again,
  )
  await client({ authorization: personal.body.secret }).get(`${admin}/user`)
  const user = await as.admin.post(`${admin}/user-admin`, { username: 'grace', rootRole: 3, password }, again)
  const reset = await as.admin.post(`${admin}/user-admin/reset-password`, { id: String(user.body.id) })
  const login = await as.anonymous.post('/auth/simple/login', { username: 'grace', password })
  // A password typed into the user name field.
  await as.anonymous.post('/auth/simple/login', { username: password, password: 'grace' })
  const session = /=([\w-]{43});/.exec(String(login.headers['set-cookie']))?.[1] ?? ''
  await client({ cookie: `flagstaff-session=${session}` }).get(`${admin}/user`)
  const keys = newKeyPair('provider')
  const oidcSecret = 'client-secret-of-a-provider'
  await as.admin.post(`${admin}/auth/oidc/settings`, { secret: oidcSecret }, again)
  const saml = {
    entityId: 'https://idp.example',
    signOnUrl: 'https://idp.example',
    certificate: keys.certificate,
  }
  await as.admin.post(
    `${admin}/auth/saml/settings`,
    { ...saml, enabled: true, spCertificate: keys.key },
    again,
  )
  const flow = await as.anonymous.get('/auth/saml/login')
  await as.admin.post(`${admin}/scim-settings`, { enabled: true })
  const scim = await as.admin.post(`${admin}/scim-settings/generate-new-token`, undefined, again)
  await client({ authorization: `Bearer ${scim.body.token}` }).get('/scim/Users')
  return [
    oidcSecret,
    keys.key.split('\n')[3] ?? '',
    /sign-in=([\w-]{43});/.exec(String(flow.headers['set-cookie']))?.[1] ?? '',
    scim.body.token.slice(-43),
    ...[root, project, byToken, personal].map(({ body }) => body.secret.slice(-43)),
    tokenIn(user.body.inviteLink),
    tokenIn(reset.body.resetPasswordUrl),
    session,
    password,
  ]
}

test('a database dump contains no issued secret', async () => {
  const secrets = await issueSecrets()
  const { pool } = app.database
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dump: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select t::text as text from ${name} t`)
    dump.push(...rows.map(({ text }) => text))
  }
  const text = dump.join('\n')
  expect(text).toContain('grace')
  expect(text).toContain('argon2id')
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(10)
    for (const form of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
    ]) {
      expect(text).not.toContain(form)
    }
  }
})
