import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { newBrowser } from '../../../../test/providers/browser.ts'
import { newKeyPair } from '../../../../test/providers/certificates.ts'
import {
  ENTITY_ID,
  readRequest,
  type SamlOptions,
  type SamlPerson,
  samlAnswer,
} from '../../../../test/providers/saml.ts'

const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const { as, db } = kit
const keys = newKeyPair('provider')
const own = newKeyPair('flagstaff')
const set = async (change: object) => {
  const answer = await as.admin.post('/api/admin/auth/saml/settings', change)
  expect(answer.status).toBe(200)
}
await set({
  enabled: true,
  entityId: ENTITY_ID,
  signOnUrl: 'https://idp.example/sso',
  certificate: keys.certificate,
  autoCreate: true,
  defaultRootRole: 'Editor',
})

const ada: SamlPerson = {
  id: 'ada-1',
  attributes: { email: 'ada@acme.example', displayName: 'Ada Lovelace', groups: ['beta', 'other'] },
}
const encode = (xml: string) => Buffer.from(xml).toString('base64')

async function signIn(person: SamlPerson, options: SamlOptions = {}, key = keys) {
  const browser = newBrowser(kit)
  const begun = await browser.get('/auth/saml/login?redirect=/search')
  const request = await readRequest(begun.location)
  const SAMLResponse = encode(await samlAnswer(request, person, key, options))
  const done = await browser.postForm('/auth/saml/callback', { SAMLResponse })
  return { browser, begun, request, SAMLResponse, done }
}

test('the SAML request contains our entity ID and callback URL', async () => {
  const { request, begun } = await signIn(ada)
  expect(begun.location.startsWith('https://idp.example/sso?')).toBe(true)
  expect(request).toMatchObject({
    issuer: 'http://localhost:4242',
    assertionConsumerServiceURL: 'http://localhost:4242/auth/saml/callback',
  })
  expect(request.id).toMatch(/^_[\w-]{43}$/)
})

test('the first SAML sign-in creates an account and returns to the requested page', async () => {
  const { browser, done } = await signIn(ada)
  expect(done).toMatchObject({ status: 302, location: '/search' })
  const me = await browser.get('/api/admin/user')
  expect(JSON.parse(me.body).user).toMatchObject({ email: 'ada@acme.example', name: 'Ada Lovelace' })
  const link = await db
    .selectFrom('linked_identities')
    .selectAll()
    .where('subject', '=', 'ada-1')
    .executeTakeFirst()
  expect(link?.issuer).toBe(ENTITY_ID)
})

test('groups are synced from the configured attribute', async () => {
  await as.admin.post('/api/admin/groups', { name: 'Beta testers', mappingsSSO: ['beta'], users: [] })
  await set({ enableGroupSyncing: true, groupJsonPath: 'groups' })
  expect((await signIn(ada)).browser.isSignedIn()).toBe(true)
  const members = await db.selectFrom('group_members').select('origin').execute()
  expect(members).toEqual([{ origin: 'sso' }])
})

test('a name ID that is an email address is enough to sign in', async () => {
  const { browser } = await signIn({ id: 'bob@acme.example' })
  expect(browser.isSignedIn()).toBe(true)
})

test.each<[string, SamlOptions]>([
  ['signed as a whole too', { signResponse: true }],
  ['a clock that is a little behind', { lifetimeInSeconds: -30 }],
])('a valid response is accepted: %s', async (_name, options) => {
  expect((await signIn(ada, options)).browser.isSignedIn()).toBe(true)
})

test('during certificate rotation, responses signed with either key are accepted', async () => {
  const next = newKeyPair('next')
  expect((await signIn(ada, {}, next)).browser.isSignedIn()).toBe(false)
  await set({ certificate: `${keys.certificate}${next.certificate}` })
  expect((await signIn(ada, {}, next)).browser.isSignedIn()).toBe(true)
  expect((await signIn(ada)).browser.isSignedIn()).toBe(true)
})

test('encrypted assertions are accepted if they are also signed', async () => {
  const encrypted = { encryptionCert: own.certificate, encryptionPublicKey: own.publicKey }
  expect((await signIn(ada, encrypted)).browser.isSignedIn()).toBe(false)
  await set({ spCertificate: `${own.key}${own.certificate}` })
  expect((await signIn(ada, encrypted)).browser.isSignedIn()).toBe(true)
  const unsigned = await signIn(ada, { ...encrypted, signAssertion: false })
  expect(unsigned.browser.isSignedIn()).toBe(false)
  const other = newKeyPair('somebody else')
  const foreign = { encryptionCert: other.certificate, encryptionPublicKey: other.publicKey }
  expect((await signIn(ada, foreign)).browser.isSignedIn()).toBe(false)
  const { body } = await as.anonymous.get('/auth/saml/metadata')
  expect(body).toContain('use="encryption"')
  expect(body).not.toContain('PRIVATE')
  expect((await signIn(ada)).begun.location).toContain(
    'SigAlg=http%3A%2F%2Fwww.w3.org%2F2001%2F04%2Fxmldsig-more%23rsa-sha256',
  )
})

test('signing out also signs out at the provider if a sign-out URL is set', async () => {
  const leave = async () => {
    const { browser } = await signIn(ada)
    const cookie = `flagstaff-session=${browser.cookies.get('flagstaff-session')}`
    return (await kit.client({ cookie, accept: 'application/json' }).post('/logout')).body.location
  }
  expect(await leave()).toBe('/signed-out')
  await set({ signOutUrl: 'https://idp.example/slo' })
  const location = await leave()
  expect(location).toMatch(/^https:\/\/idp\.example\/slo\?SAMLRequest=/)
  expect(location).toContain('Signature=')
})

test('the response of the provider to a sign-out leads to the signed-out page, wherever it is sent', async () => {
  const { request } = await signIn(ada)
  const success =
    '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>'
  const SAMLResponse = encode(
    `<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_2" Version="2.0" InResponseTo="${request.id}">${success}</samlp:LogoutResponse>`,
  )
  const browser = newBrowser(kit)
  for (const path of ['/auth/saml/callback', '/auth/saml/logout'])
    expect((await browser.postForm(path, { SAMLResponse })).location).toBe('/signed-out')
  expect((await browser.get('/auth/saml/logout?SAMLResponse=x')).location).toBe('/signed-out')
  const { body } = await as.anonymous.get('/auth/saml/metadata')
  expect(body).toMatch(/<SingleLogoutService[^>]*Location="http:\/\/localhost:4242\/auth\/saml\/logout"/)
})

test('a sign-in that is under way survives the response to a sign-out', async () => {
  const browser = newBrowser(kit)
  const request = await readRequest((await browser.get('/auth/saml/login')).location)
  await browser.postForm('/auth/saml/callback', { SAMLResponse: encode('<LogoutResponse/>') })
  const SAMLResponse = encode(await samlAnswer(request, ada, keys))
  await browser.postForm('/auth/saml/callback', { SAMLResponse })
  expect(browser.isSignedIn()).toBe(true)
})

test('unsolicited and replayed responses are refused', async () => {
  const { browser, SAMLResponse } = await signIn(ada)
  const again = await browser.postForm('/auth/saml/callback', { SAMLResponse })
  expect(again.location).toContain('problem=expired')
  const unasked = await newBrowser(kit).postForm('/auth/saml/callback', { SAMLResponse })
  expect(unasked.location).toContain('problem=expired')
  // A response must match the request of the same sign-in.
  const other = newBrowser(kit)
  await other.get('/auth/saml/login')
  expect((await other.postForm('/auth/saml/callback', { SAMLResponse })).location).toContain('problem=answer')
  expect((await signIn(ada, { inResponseTo: '' })).browser.isSignedIn()).toBe(false)
})

test('an error response of the provider does not sign anyone in', async () => {
  const browser = newBrowser(kit)
  const { id } = await readRequest((await browser.get('/auth/saml/login')).location)
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0" InResponseTo="${id}"><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status></samlp:Response>`
  const done = await browser.postForm('/auth/saml/callback', { SAMLResponse: encode(xml) })
  expect(done.location).toContain('problem=')
  expect(browser.isSignedIn()).toBe(false)
})

test('invalid callback bodies are refused before they are parsed', async () => {
  const post = (payload: string, type = 'application/x-www-form-urlencoded') =>
    kit.app.http.inject({
      method: 'POST',
      url: '/auth/saml/callback',
      headers: { 'content-type': type },
      payload,
    })
  expect((await post('other=1')).statusCode).toBe(400)
  expect((await post(`SAMLResponse=${'A'.repeat(140_000)}`)).statusCode).toBe(413)
  expect((await post('<xml/>', 'text/xml')).statusCode).toBe(415)
  expect((await post('SAMLResponse=%%%')).statusCode).toBe(302)
})

test('SAML sign-in is refused while it is turned off, and is rate limited', async () => {
  await set({ enabled: false })
  expect((await newBrowser(kit).get('/auth/saml/login')).location).toContain('problem=off')
  // More than two rate limit windows allow, since a new one can start in between.
  const answers = await Promise.all(Array.from({ length: 140 }, () => as.anonymous.get('/auth/saml/login')))
  expect(answers.some(({ status }) => status === 429)).toBe(true)
})
