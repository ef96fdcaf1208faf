import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'
import { newKeyPair } from '../../../test/providers/certificates.ts'

const { as, app } = await testApp({
  ENCRYPTION_KEY: 'a key for tests',
  INSECURE_COOKIES: 'false',
  BASE_URI_PATH: '/flags',
  URL: 'https://acme.example',
})

test('the sign-in cookie is host-only and secure, and for SAML it is sent with cross-site posts', async () => {
  const { certificate } = newKeyPair('provider')
  const saml = {
    enabled: true,
    entityId: 'https://idp.example',
    signOnUrl: 'https://idp.example/sso',
    certificate,
  }
  expect((await as.admin.post('/flags/api/admin/auth/saml/settings', saml)).status).toBe(200)
  const begun = await app.http.inject({ method: 'GET', url: '/flags/auth/saml/login' })
  expect(begun.cookies).toEqual([
    {
      name: '__Host-flagstaff-sign-in',
      value: expect.stringMatching(/^[\w-]{43}$/),
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'None',
      maxAge: 600,
    },
  ])
  const { body } = await as.anonymous.get('/flags/auth/saml/metadata')
  expect(body).toContain('entityID="https://acme.example/flags"')
  expect(body).toContain('Location="https://acme.example/flags/auth/saml/callback"')
  const back = await app.http.inject({ method: 'GET', url: '/flags/auth/oidc/callback?state=x' })
  expect(back.headers.location).toMatch(/^\/flags\/login\?problem=expired/)
})
