import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>
export type Trick = {
  header?: Record<string, unknown>
  claims?: (good: Claims) => Claims
  sign?: (text: string, key: KeyObject) => string
  /** Replaces responses, by request path. */
  answers?: Record<string, (response: ServerResponse) => void>
  issuer?: string
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const rs256 = (text: string, key: KeyObject) => createSign('sha256').update(text).sign(key, 'base64url')
export const hs256 = (secret: string) => (text: string) =>
  createHmac('sha256', secret).update(text).digest('base64url')

/** A provider that responds correctly, or with exactly one thing wrong. */
export async function startRogue() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state: { trick: Trick; nonce: string } = { trick: {}, nonce: '' }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const own = state.trick.answers?.[path]
    if (own) return own(response)
    const send = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (path === '/.well-known/openid-configuration') return send(document())
    if (path === '/jwks') return send({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one' }] })
    if (path === '/token') return send({ access_token: 'a', token_type: 'Bearer', id_token: token() })
    return response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const document = () => ({
    issuer: state.trick.issuer ?? issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    authorization_response_iss_parameter_supported: true,
  })

  function token(): string {
    const now = Math.floor(Date.now() / 1000)
    const good = {
      iss: issuer,
      sub: 'rogue-1',
      aud: 'flagstaff',
      nonce: state.nonce,
      iat: now,
      exp: now + 300,
      email: 'rogue@acme.example',
      email_verified: true,
    }
    const claims = state.trick.claims?.(good) ?? good
    const text = `${encode({ alg: 'RS256', kid: 'one', ...state.trick.header })}.${encode(claims)}`
    return `${text}.${(state.trick.sign ?? rs256)(text, privateKey)}`
  }

  return {
    issuer,
    discoverUrl: `${issuer}/.well-known/openid-configuration`,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    play(trick: Trick) {
      state.trick = trick
    },
    /** The callback URL to which the browser would be redirected for this request. */
    answerTo(address: string, more: Record<string, string> = {}): string {
      const asked = new URL(address).searchParams
      state.nonce = asked.get('nonce') ?? ''
      const answer = { code: 'a-code', state: asked.get('state') ?? '', iss: issuer, ...more }
      return `/auth/oidc/callback?${new URLSearchParams(answer)}`
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
