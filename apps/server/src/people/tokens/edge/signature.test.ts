import { expect, test } from 'vitest'
import { checkSignature, deriveToken, hashOf, scopeKey, signatureOf } from './signature.ts'

const secret = Buffer.alloc(32, 7).toString('base64url')
const body = Buffer.from('{"environments":["production"]}')
const now = Date.parse('2026-03-01T12:00:00Z')

/** The headers of a signed request, some of them replaced after it was signed. */
function signed({ at = now, nonce = 'nonce-12' } = {}, changed: Record<string, string | string[]> = {}) {
  const timestamp = new Date(at).toISOString()
  const signature = signatureOf(secret, { timestamp, nonce, bodyHash: hashOf(body) })
  return {
    authorization: `HMAC edge-1:${signature}`,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'content-sha256': hashOf(body),
    ...changed,
  }
}
const check = (headers: Record<string, string | string[]>) => checkSignature(headers, body, secret, now)

test('a signed request is accepted from its client', () => {
  expect(check(signed())).toEqual({ client: 'edge-1', nonce: 'nonce-12' })
  const upper = { 'content-sha256': hashOf(body).toUpperCase() }
  expect(check(signed({}, upper))).toEqual({ client: 'edge-1', nonce: 'nonce-12' })
})

const MINUTE = 60_000
test.each([
  [5 * MINUTE, true],
  [5 * MINUTE + 1, false],
  [-5 * MINUTE, true],
  [-5 * MINUTE - 1, false],
])('a clock that is off by %d ms is accepted: %s', (off, accepted) => {
  expect('client' in check(signed({ at: now + off }))).toBe(accepted)
})

test.each([
  ['no authorization', { authorization: '' }, 'Send Authorization'],
  ['two of them', { authorization: ['HMAC a:b', 'HMAC a:b'] }, 'Send Authorization'],
  ['another signature', { authorization: `HMAC edge-1:${'A'.repeat(43)}` }, 'does not match'],
  ['another nonce', { 'x-nonce': 'nonce-13' }, 'does not match'],
  ['a short nonce', { 'x-nonce': 'nonce-1' }, 'x-nonce'],
  ['another time', { 'x-timestamp': new Date(now + 1).toISOString() }, 'does not match'],
  ['another body', { 'content-sha256': hashOf(Buffer.from('{}')) }, 'does not match'],
])('a request with %s is refused', (_, changed, reason) => {
  expect(check(signed({}, changed))).toEqual({ error: expect.stringContaining(reason) })
})

test('a time that is not a date is refused, although it is signed', () => {
  const [timestamp, nonce] = ['yesterday', 'nonce-12']
  const signature = signatureOf(secret, { timestamp, nonce, bodyHash: hashOf(body) })
  const headers = signed({}, { authorization: `HMAC edge-1:${signature}`, 'x-timestamp': timestamp })
  expect(check(headers)).toEqual({ error: expect.stringContaining('five minutes') })
})

test('a scope has one token per generation, with its projects in any order', () => {
  const scope = { client: 'edge-1', environment: 'production', projects: ['b', 'a'] }
  const sorted = { ...scope, projects: ['a', 'b'] }
  expect(scopeKey(scope)).toBe('["edge-1","production",["a","b"]]')
  const token = deriveToken(secret, scope, 1, '[]:production.')
  expect(deriveToken(secret, sorted, 1, '[]:production.')).toEqual(token)
  expect(token.token).toMatch(/^\[\]:production\.v2_[\w-]{22}_[\w-]{43}$/)
  expect(token.token.startsWith(token.masked.slice(0, -1))).toBe(true)
  expect(token.masked).toBe(`[]:production.v2_${token.selector}_…`)
  expect(deriveToken(secret, scope, 2, '[]:production.').selector).not.toBe(token.selector)
})
