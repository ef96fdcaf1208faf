import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { newBrowser } from '../../../../test/providers/browser.ts'
import { newKeyPair } from '../../../../test/providers/certificates.ts'
import { ENTITY_ID, readRequest, type SamlOptions, samlAnswer } from '../../../../test/providers/saml.ts'
import { VICTIM, wrappings } from '../../../../test/providers/wrapping.ts'

// Signature wrapping and similar attacks. Each response belongs to a sign-in that was really started, so only the
// forgery itself can be the reason for refusing it.

const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const keys = newKeyPair('provider')
const ada = { id: 'ada@acme.example', attributes: { email: 'ada@acme.example' } }
const settings = {
  enabled: true,
  entityId: ENTITY_ID,
  signOnUrl: 'https://idp.example/sso',
  certificate: keys.certificate,
  autoCreate: true,
}
expect((await kit.as.admin.post('/api/admin/auth/saml/settings', settings)).status).toBe(200)

async function signIn(forge: (xml: string) => string, options: SamlOptions = {}, key = keys) {
  // Reset the rate limit.
  await kit.db.deleteFrom('login_attempts').execute()
  const browser = newBrowser(kit)
  const begun = await browser.get('/auth/saml/login')
  const xml = await samlAnswer(await readRequest(begun.location), ada, key, options)
  const SAMLResponse = Buffer.from(forge(xml)).toString('base64')
  const { location } = await browser.postForm('/auth/saml/callback', { SAMLResponse })
  return { browser, location }
}
const untouched = (xml: string) => xml

test.each<[string, SamlOptions]>([
  ['its assertion signed', {}],
  ['both signed', { signResponse: true }],
])('a genuine response with %s is accepted', async (_name, options) => {
  const { browser, location } = await signIn(untouched, options)
  expect(location).toBe('/')
  expect(browser.isSignedIn()).toBe(true)
})

const shapes: [string, SamlOptions][] = [
  ['the assertion is signed', {}],
  ['both are signed', { signResponse: true }],
]
const cases = Object.keys(wrappings).flatMap((name) =>
  shapes.map(([shape, options]) => [name, shape, options] as const),
)

test.each(cases)('signature wrapping is refused: %s; %s', async (name, _shape, options) => {
  const forge = wrappings[name] ?? untouched
  const { browser, location } = await signIn((xml) => {
    const forged = forge(xml)
    expect(forged).not.toBe(xml)
    return forged
  }, options)
  expect(location).toMatch(/^\/login\?problem=(answer|denied)&id=/)
  expect(browser.isSignedIn()).toBe(false)
})

test.each<[string, SamlOptions]>([
  ['unsigned', { signAssertion: false }],
  ['signed as a whole only', { signAssertion: false, signResponse: true }],
  ['signed with SHA-1', { signatureAlgorithm: 'rsa-sha1', digestAlgorithm: 'sha1' }],
  ['with a digest of SHA-1', { digestAlgorithm: 'sha1' }],
  ['expired', { lifetimeInSeconds: -120 }],
  ['for another audience', { audience: 'https://elsewhere.example' }],
  ['for another recipient', { recipient: 'https://elsewhere.example/callback' }],
  ['for no recipient', { recipient: undefined }],
  ['for another destination', { destination: 'https://elsewhere.example/callback' }],
  ['in response to something else', { inResponseTo: '_another' }],
  ['of another issuer', { issuer: 'https://elsewhere.example' }],
])('an assertion %s is refused', async (_name, options) => {
  const { browser, location } = await signIn(untouched, options)
  expect(location).toContain('problem=answer')
  expect(browser.isSignedIn()).toBe(false)
})

test('a response signed with an unknown key is refused, even if its certificate is included', async () => {
  const { browser } = await signIn(untouched, {}, newKeyPair('somebody else'))
  expect(browser.isSignedIn()).toBe(false)
})

test('a response with two genuine assertions is refused', async () => {
  const other = await samlAnswer(
    {
      id: '_x',
      issuer: 'http://localhost:4242',
      assertionConsumerServiceURL: 'http://localhost:4242/auth/saml/callback',
    },
    { id: VICTIM },
    keys,
  )
  const second = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(other)?.[0] ?? ''
  const { browser } = await signIn((xml) => xml.replace('</samlp:Response>', `${second}</samlp:Response>`))
  expect(browser.isSignedIn()).toBe(false)
})

test('a comment inside the name ID does not truncate it', async () => {
  const long = { id: 'ada@example.com.evil.example', attributes: {} }
  const browser = newBrowser(kit)
  const begun = await browser.get('/auth/saml/login')
  const xml = await samlAnswer(await readRequest(begun.location), long, keys)
  const SAMLResponse = Buffer.from(xml.replace('example.com.evil', 'example.com<!---->.evil')).toString(
    'base64',
  )
  expect((await browser.postForm('/auth/saml/callback', { SAMLResponse })).location).toContain(
    'problem=answer',
  )
})

test('no attack has signed in as the victim', async () => {
  const links = await kit.db.selectFrom('linked_identities').select('subject').execute()
  expect(links).toEqual([{ subject: 'ada@acme.example' }])
})
