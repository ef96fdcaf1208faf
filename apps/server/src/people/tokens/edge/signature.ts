import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** A request of an edge, as it is signed. The path is the same below a base path. */
export type SignedRequest = { timestamp: string; nonce: string; bodyHash: string }

const PATH = '/edge/issue-token'
const MOST_SKEW_MS = 5 * 60_000

export const hashOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

export const signatureOf = (secret: string, { timestamp, nonce, bodyHash }: SignedRequest): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url'))
    .update(['POST', PATH, timestamp, nonce, bodyHash].join('\n'))
    .digest('base64url')

type Headers = Record<string, string | string[] | undefined>
export type Checked = { client: string; nonce: string } | { error: string }

/** Verifies the signature of a request. Whether the nonce was used before is checked after it. */
export function checkSignature(headers: Headers, body: Buffer, secret: string, now = Date.now()): Checked {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : '')
  const [, client, signature] = /^HMAC ([\w.-]{1,100}):([\w-]{43})=?$/.exec(text('authorization')) ?? []
  if (!client || !signature) return { error: 'Send Authorization: HMAC <client>:<signature>.' }
  const [timestamp, nonce] = [text('x-timestamp'), text('x-nonce')]
  if (!/^[\x21-\x7e]{8,200}$/.test(nonce)) return { error: 'Send a random x-nonce of 8 to 200 characters.' }
  const bodyHash = hashOf(body)
  const wanted = signatureOf(secret, { timestamp, nonce, bodyHash })
  const isSame = timingSafeEqual(
    Buffer.from(wanted, 'base64url'),
    Buffer.from(signature, 'base64url').subarray(0, 32),
  )
  if (!isSame || text('content-sha256').toLowerCase() !== bodyHash)
    return { error: 'The signature does not match the request.' }
  // Also false if it is not a date.
  if (!(Math.abs(now - Date.parse(timestamp)) <= MOST_SKEW_MS))
    return { error: 'x-timestamp is more than five minutes from the time of the server.' }
  return { client, nonce }
}

export type EdgeScope = { client: string; environment: string; projects: readonly string[] }

/** Identifies a scope; projects in any order are the same. */
export const scopeKey = ({ client, environment, projects }: EdgeScope): string =>
  JSON.stringify([client, environment, [...projects].sort()])

/**
 * The token of a scope: the same one each time, so that only its digest has to be stored. The next generation is a
 * different token.
 */
export function deriveToken(secret: string, scope: EdgeScope, generation: number, prefix: string) {
  const derive = (part: string) =>
    createHmac('sha256', Buffer.from(secret, 'base64url'))
      .update(`flagstaff edge token\n${part}\n${generation}\n${scopeKey(scope)}`)
      .digest()
  const selector = derive('selector').subarray(0, 16).toString('base64url')
  const named = `${prefix}v2_${selector}_`
  return { selector, token: `${named}${derive('secret').toString('base64url')}`, masked: `${named}…` }
}
