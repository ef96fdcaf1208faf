import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Projects, Store, Token } from './store.ts'

export type Kind = 'backend' | 'frontend'

const FRESH_MS = 5_000

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
  if (store.syncedAt === 0) {
    refuse(reply.header('retry-after', '1'), 503, 'The flags are still being loaded. Try again in a second.')
    return undefined
  }
  const secret = secretOf(request) ?? (kind === 'either' ? apiKeyOf(request) : undefined)
  const token = secret === undefined ? undefined : store.token(secret)
  if (!token) {
    if (secret !== undefined && looksRight(secret) && Date.now() - store.syncedAt > FRESH_MS) {
      refuse(reply.header('retry-after', '5'), 503, 'Tokens cannot be checked at present. Try again shortly.')
      return undefined
    }
    if (secret?.startsWith('user:')) refuse(reply, 403, 'Personal tokens open the admin API only.')
    else refuse(reply, 401, 'Send a valid API token in the Authorization header.')
    return undefined
  }
  const refusal = mismatch(token, kind, store)
  if (refusal) {
    refuse(reply, 403, refusal)
    return undefined
  }
  if (token.expires <= Date.now()) {
    refuse(reply, 401, 'The API token has expired. Create a new one.')
    return undefined
  }
  const gap = store.covers(token)
  if (gap) {
    if (gap.status === 503) reply.header('retry-after', '1')
    refuse(reply, gap.status, gap.message)
    return undefined
  }
  store.used(token)
  return token
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

export const secretOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization === undefined || authorization === ''
    ? undefined
    : authorization.replace(/^bearer +/i, '').trim()

/** What OpenFeature providers may send instead. */
const apiKeyOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['x-api-key'] ? String(headers['x-api-key']).trim() : undefined

const looksRight = (secret: string) => /^[^:]+:[^.]+\..+/.test(secret)

function refuse(reply: FastifyReply, status: number, message: string) {
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ message }))
}
