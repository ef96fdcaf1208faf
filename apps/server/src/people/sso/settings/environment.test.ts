import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'

const { as, db, actors } = await testApp({
  OIDC_ENABLED: 'true',
  OIDC_DISCOVER_URL: 'https://idp.example',
  OIDC_CLIENT_ID: 'from-the-environment',
  OIDC_CLIENT_SECRET: 'secret-of-the-environment',
  OIDC_DEFAULT_ROOT_ROLE: 'editor',
  SAML_ENABLED: 'false',
  FORCE_PASSWORD_SIGN_IN: 'true',
})
const auth = '/api/admin/auth'

test('settings from the environment are shown without secrets and cannot be changed', async () => {
  const { body } = await as.admin.get(`${auth}/oidc/settings`)
  expect(body).toMatchObject({
    enabled: true,
    clientId: 'from-the-environment',
    defaultRootRole: 'Editor',
    hasSecret: true,
    locked: true,
  })
  expect(JSON.stringify(body)).not.toContain('secret-of-the-environment')
  const change = await as.admin.post(`${auth}/oidc/settings`, { enabled: false })
  expect(change.status).toBe(403)
  expect(change.body.message).toContain('OIDC_ENABLED')
  expect((await as.admin.get(`${auth}/saml/settings`)).body).toMatchObject({ enabled: false, locked: true })
  expect((await as.admin.post(`${auth}/saml/settings`, { enabled: true })).status).toBe(403)
})

test('the environment can force password sign-in, so that nobody is locked out', async () => {
  await db
    .insertInto('linked_identities')
    .values({ protocol: 'oidc', issuer: 'https://idp.example', subject: '1', user_id: actors.admin.id })
    .execute()
  const off = await as.admin.post(`${auth}/simple/settings`, { disabled: true })
  expect(off.body).toMatchObject({ disabled: true, forced: true, providers: ['oidc'] })
  const login = await as.anonymous.post('/auth/simple/login', { username: 'ada', password: 'x' })
  expect(login.status).toBe(401)
})
