import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Projects, Store, Token } from './store.ts'

export type Kind = 'backend' | 'frontend'
/** A request of Fastify or of Node. */
export type Headed = { headers: IncomingHttpHeaders }

export type Admission = {
  store: Store
  /** Checks for changes now. False if that timed out: then no token is refused for good. */
  refresh?: (() => Promise<boolean>) | undefined
}

const FRESH_MS = 5_000

/** Whether the token is valid for this kind of request. */
export function isWelcome(token: Token | undefined, store: Store, kind: Kind | 'either'): token is Token {
  if (!token || store.syncedAt === 0) return false
  return !mismatch(token, kind, store) && !store.isExpired(token) && !store.covers(token)
}

/**
 * Authenticates a request before its body is read; `admitted` returns its token. SDKs stop for good on 401 and 403, so
 * an unknown token is refused only after the database was read again: it may just have been created on another server.
 */
export const admitting =
  ({ store, refresh }: Admission, kind: Kind | 'either') =>
  (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => {
    const secret = secretOf(request) ?? (kind === 'either' ? apiKeyOf(request) : undefined)
    const token = secret === undefined ? undefined : tokenOf(store, secret, request.raw.socket)
    if (isWelcome(token, store, kind)) return letIn(request, token, store, done)
    const mayBeNew = secret !== undefined && looksRight(secret) && (!token || store.isExpired(token))
    if (!refresh || !mayBeNew || store.syncedAt === 0) return refuse(reply, { store, kind, secret, token })
    refresh().then((isFresh) => {
      const again = store.token(secret)
      if (isWelcome(again, store, kind)) letIn(request, again, store, done)
      else if (isFresh) refuse(reply, { store, kind, secret, token: again })
      else unsure(reply)
    }, done)
  }

/** SDKs keep their connection open, so the digest of its token is computed once. */
const connections = new WeakMap<Socket, { secret: string; token: Token }>()

function tokenOf(store: Store, secret: string, socket: Socket): Token | undefined {
  const known = connections.get(socket)
  // A token that was changed is a different object; one that was deleted is undefined.
  if (known?.secret === secret && store.tokenByDigest(known.token.digest) === known.token) return known.token
  const token = store.token(secret)
  if (token) connections.set(socket, { secret, token })
  return token
}

const tokens = new WeakMap<FastifyRequest, Token>()

function letIn(request: FastifyRequest, token: Token, store: Store, done: () => void) {
  tokens.set(request, token)
  store.used(token)
  done()
}

/** The token that the request was authenticated with, if any. */
export const tokenIn = (request: FastifyRequest): Token | undefined => tokens.get(request)

/** The token of a route that admits only callers with a token. */
export function admitted(request: FastifyRequest): Token {
  const token = tokens.get(request)
  if (!token) throw new Error('the route does not admit its callers')
  return token
}

type Refused = { store: Store; kind: Kind | 'either'; secret: string | undefined; token: Token | undefined }

function refuse(reply: FastifyReply, { store, kind, secret, token }: Refused) {
  if (token && store.syncedAt > 0) refuseToken(reply, store, token, kind)
  else refuseSecret(reply, store, secret)
}

function refuseSecret(reply: FastifyReply, store: Store, secret: string | undefined) {
  if (store.syncedAt === 0) {
    reply.header('retry-after', '1')
    return answer(reply, 503, 'The flags are still being loaded. Try again in a second.')
  }
  if (secret !== undefined && looksRight(secret) && Date.now() - store.syncedAt > FRESH_MS)
    return unsure(reply)
  if (secret?.startsWith('user:')) answer(reply, 403, 'Personal tokens open the admin API only.')
  else answer(reply, 401, 'Send a valid API token in the Authorization header.')
}

function unsure(reply: FastifyReply) {
  answer(reply.header('retry-after', '5'), 503, 'Tokens cannot be checked at present. Try again shortly.')
}

function refuseToken(reply: FastifyReply, store: Store, token: Token, kind: Kind | 'either') {
  const refusal = mismatch(token, kind, store)
  if (refusal) return answer(reply, 403, refusal)
  if (store.isExpired(token)) return answer(reply, 401, 'The API token has expired. Create a new one.')
  const gap = store.covers(token)
  if (gap?.status === 503) reply.header('retry-after', '1')
  if (gap) answer(reply, gap.status, gap.message)
}

function mismatch(token: Token, kind: Kind | 'either', { frontend }: Store): string | undefined {
  const own = kindOf(token)
  if (kind !== 'either')
    return own === kind
      ? undefined
      : `The token is of the type ${own}; this API needs one of the type ${kind}.`
  if (own === 'admin')
    return 'Admin tokens open the admin API only; this API needs a backend or frontend token.'
  return own === 'frontend' && !frontend.enabled
    ? 'Evaluation with frontend tokens is turned off.'
    : undefined
}

const kindOf = ({ type }: Token): string => (type === 'client' ? 'backend' : type)

export const projectsOf = ({ projects }: Token): Projects => (projects.includes('*') ? '*' : projects)

export const secretOf = ({ headers: { authorization } }: Headed): string | undefined =>
  authorization === undefined || authorization === ''
    ? undefined
    : authorization.replace(/^bearer +/i, '').trim()

/** OpenFeature providers can send this header instead. */
const apiKeyOf = ({ headers }: Headed): string | undefined =>
  headers['x-api-key'] ? String(headers['x-api-key']).trim() : undefined

export const looksRight = (secret: string) => /^[^:]+:[^.]+\..+/.test(secret)

function answer(reply: FastifyReply, status: number, message: string) {
  void reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ message }))
}
