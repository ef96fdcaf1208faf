import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { newBrowser } from '../../../../test/providers/browser.ts'
import { hs256, startRogue, type Trick } from '../../../../test/providers/rogue-oidc.ts'

// A malicious provider: each response has exactly one thing wrong.

const kit = await testApp({ ENCRYPTION_KEY: 'a key for tests' })
const rogue = await startRogue()
afterAll(() => rogue.stop())
const settings = {
  enabled: true,
  discoverUrl: rogue.issuer,
  clientId: 'flagstaff',
  secret: 'x',
  autoCreate: true,
}
const set = (change: object) => kit.as.admin.post('/api/admin/auth/oidc/settings', change)
beforeAll(async () => {
  expect((await set(settings)).status).toBe(200)
})

async function signIn(trick: Trick, more: Record<string, string> = {}) {
  rogue.play(trick)
  const browser = newBrowser(kit)
  const begun = await browser.get('/auth/oidc/login')
  if (!begun.location.startsWith(rogue.issuer)) return { browser, location: begun.location }
  const { location } = await browser.get(rogue.answerTo(begun.location, more))
  return { browser, location }
}

test('a correct response is accepted', async () => {
  const { browser, location } = await signIn({})
  expect(location).toBe('/')
  expect(browser.isSignedIn()).toBe(true)
})

const claims = (change: object): Trick => ({ claims: (good) => ({ ...good, ...change }) })
const soon = Math.floor(Date.now() / 1000)

test.each<[string, Trick, Record<string, string>?]>([
  ['another issuer', claims({ iss: 'https://idp.example' })],
  ['another audience', claims({ aud: 'somebody-else' })],
  ['several audiences without saying for whom', claims({ aud: ['flagstaff', 'somebody-else'] })],
  ['made for another application', claims({ azp: 'somebody-else' })],
  ['expired', claims({ exp: soon - 120 })],
  ['another nonce', claims({ nonce: 'another' })],
  ['no nonce', claims({ nonce: undefined })],
  ['no subject', claims({ sub: undefined })],
  ['no signature', { header: { alg: 'none' }, sign: () => '' }],
  [
    'signed with the public key as if it were a secret',
    { header: { alg: 'HS256' }, sign: hs256(rogue.publicPem) },
  ],
  ['signed with the client secret', { header: { alg: 'HS256' }, sign: hs256('x') }],
  ['another algorithm than the settings name', { header: { alg: 'RS512' } }],
  ['a signature of something else', { sign: () => 'AAAA' }],
  ['a key nobody knows', { header: { kid: 'two' } }],
  ['the answer of another provider', {}, { iss: 'https://idp.example' }],
  ['another state', {}, { state: 'another' }],
  ['an error', {}, { error: 'access_denied', error_description: 'You may not.' }],
  [
    'an endless token answer',
    { answers: { '/token': (response) => response.writeHead(200).end('x'.repeat(600_000)) } },
  ],
  [
    'a token answer from elsewhere',
    { answers: { '/token': (response) => response.writeHead(302, { location: '/other' }).end() } },
  ],
])('a malicious provider response is refused: %s', async (_name, trick, more) => {
  const { browser, location } = await signIn(trick, more)
  expect(location).toMatch(/^\/login\?problem=(answer|denied)&id=/)
  expect(browser.isSignedIn()).toBe(false)
})

test.each([false, 'false', 'False', 0, '0'])(
  'email_verified: %j does not give access to the account with that address',
  async (email_verified) => {
    const { browser, location } = await signIn(
      claims({ sub: 'somebody-else', email: 'edith@example.com', email_verified }),
    )
    expect(location).toContain('problem=unverified')
    expect(browser.isSignedIn()).toBe(false)
  },
)

test.each<[string, Trick]>([
  ['calls itself something else', { issuer: 'https://idp.example' }],
  ['does not answer', { answers: { '/.well-known/openid-configuration': (r) => r.writeHead(500).end() } }],
  [
    'leads elsewhere',
    {
      answers: {
        '/.well-known/openid-configuration': (r) =>
          r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      },
    },
  ],
])('discovery fails for a provider that %s', async (name, trick) => {
  // Changed settings bypass the cache.
  expect((await set({ clientId: `flagstaff ${name}` })).status).toBe(200)
  const { location } = await signIn(trick)
  expect(location).toMatch(/^\/login\?problem=provider&id=/)
})
