import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Projects, Store, Token } from './store.ts'

export type Kind = 'backend' | 'frontend'
/** Of Fastify, or of Node itself. */
export type Headed = { headers: IncomingHttpHeaders }

const FRESH_MS = 5_000

/** Whether nothing speaks against the token of a request. */
export function isWelcome(token: Token | undefined, store: Store, kind: Kind | 'either'): token is Token {
  if (!token || store.syncedAt === 0) return false
  return !mismatch(token, kind, store) && token.expires > Date.now() && !store.covers(token)
}

/**
 * The token of a request, or undefined when the request was answered with a refusal. SDKs stop for good on 401 and
 * 403, so those are given only for what is certain: while the database is away, an unknown token may be a new one.
 */
export function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  store: Store,
  kind: Kind | 'either',
): Token | undefined {
  const secret = secretOf(request) ?? (kind === 'either' ? apiKeyOf(request) : undefined)
  const token = secret === undefined ? undefined : store.token(secret)
  if (isWelcome(token, store, kind)) {
    store.used(token)
    return token
  }
  if (token && store.syncedAt > 0) refuseToken(reply, store, token, kind)
  else refuseSecret(reply, store, secret)
  return undefined
}

function refuseSecret(reply: FastifyReply, store: Store, secret: string | undefined) {
  if (store.syncedAt === 0) {
    return refuse(
      reply.header('retry-after', '1'),
      503,
      'The flags are still being loaded. Try again in a second.',
    )
  }
  if (secret !== undefined && looksRight(secret) && Date.now() - store.syncedAt > FRESH_MS) {
    const message = 'Tokens cannot be checked at present. Try again shortly.'
    return refuse(reply.header('retry-after', '5'), 503, message)
  }
  if (secret?.startsWith('user:')) refuse(reply, 403, 'Personal tokens open the admin API only.')
  else refuse(reply, 401, 'Send a valid API token in the Authorization header.')
}

function refuseToken(reply: FastifyReply, store: Store, token: Token, kind: Kind | 'either') {
  const refusal = mismatch(token, kind, store)
  if (refusal) return refuse(reply, 403, refusal)
  if (token.expires <= Date.now()) return refuse(reply, 401, 'The API token has expired. Create a new one.')
  const gap = store.covers(token)
  if (gap?.status === 503) reply.header('retry-after', '1')
  if (gap) refuse(reply, gap.status, gap.message)
}

function mismatch(token: Token, kind: Kind | 'either', { frontend }: Store): string | undefined {
  const own = kindOf(token)
  if (kind !== 'either')
    return own === kind ? undefined : `This is a ${own} token; this API needs a ${kind} token.`
  if (own === 'admin')
    return 'Admin tokens open the admin API only; this API needs a backend or frontend token.'
  return own === 'frontend' && !frontend.enabled
    ? 'Evaluation with frontend tokens is switched off.'
    : undefined
}

/** Refuses a post before its body is read; `admitted` gives the token behind it. */
export const admitting =
  (store: Store, kind: Kind | 'either') =>
  (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const token = admit(request, reply, store, kind)
    if (!token) return
    tokens.set(request, token)
    done()
  }

const tokens = new WeakMap<FastifyRequest, Token>()

export function admitted(request: FastifyRequest): Token {
  const token = tokens.get(request)
  if (!token) throw new Error('the route does not admit its callers')
  return token
}

const kindOf = ({ type }: Token): string => (type === 'client' ? 'backend' : type)

export const projectsOf = ({ projects }: Token): Projects => (projects.includes('*') ? '*' : projects)

export const secretOf = ({ headers: { authorization } }: Headed): string | undefined =>
  authorization === undefined || authorization === ''
    ? undefined
    : authorization.replace(/^bearer +/i, '').trim()

/** What OpenFeature providers may send instead. */
const apiKeyOf = ({ headers }: Headed): string | undefined =>
  headers['x-api-key'] ? String(headers['x-api-key']).trim() : undefined

const looksRight = (secret: string) => /^[^:]+:[^.]+\..+/.test(secret)

function refuse(reply: FastifyReply, status: number, message: string) {
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ message }))
}
