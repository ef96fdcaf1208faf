import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isWelcome, secretOf } from './admission.ts'
import { chooseEncoding } from './encodings.ts'
import { matches } from './etag.ts'
import { readQuery } from './query.ts'
import type { ReceiptBook } from './receipts.ts'
import { JSON_TYPE } from './refusals.ts'
import type { Store, Token } from './store.ts'
import type { Query, Views } from './views.ts'

type Options = { store: Store; views: Views; receipts: ReceiptBook }
type Handler = (request: IncomingMessage, response: ServerResponse) => void

const NO_QUERY = {}

/**
 * The question SDKs ask all day, answered before the framework sees it: its share would be a third of what the answer
 * costs. Whatever is not the plain case, and every refusal, is left to the route, which says the same.
 */
export function answerDirectly(app: FastifyInstance, { store, views, receipts }: Options) {
  const path = `${app.prefix}/api/client/features`
  let isClosing = false
  app.addHook('preClose', (done) => {
    isClosing = true
    done()
  })
  const tokenOf = createTokenReader(store)
  const tagOf = (plan: Plan): string => {
    const { query, head, epoch } = plan
    const newest = store.head(query.environment, query.projects)
    if (newest !== head || store.epoch !== epoch)
      Object.assign(plan, { head: newest, epoch: store.epoch, etag: views.etag(query) })
    return plan.etag
  }
  const answer = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url !== path || request.method !== 'GET' || isClosing) return false
    const token = tokenOf(request)
    if (!isWelcome(token, store, 'backend')) return false
    const plan = planOf(request, token)
    if (!plan) return false
    const { query } = plan
    const etag = tagOf(plan)
    const isKnown = matches(request.headers['if-none-match'], etag)
    if (!isKnown && !sendBody(request, response, views.body(query, etag))) return false
    store.used(token)
    receipts.given(request, query, plan.head)
    if (isKnown) response.writeHead(304, ['etag', etag]).end()
    return true
  }
  const [handle] = app.server.listeners('request') as Handler[]
  if (!handle) return
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (!answer(request, response)) handle(request, response)
  })
}

/** SDKs keep their connection, so its token is looked up once. Nothing of it outlives the connection. */
function createTokenReader(store: Store) {
  const last = new WeakMap<Socket, { header: string; token: Token }>()
  return ({ headers, socket }: IncomingMessage): Token | undefined => {
    const header = headers.authorization
    if (!header) return undefined
    const known = last.get(socket)
    // A token that was changed or deleted is another object, or none.
    if (known?.header === header && store.tokenByDigest(known.token.digest) === known.token)
      return known.token
    const token = store.token(secretOf({ headers }) ?? '')
    if (token) last.set(socket, { header, token })
    return token
  }
}

type Plan = { query: Query; etag: string; head: number; epoch: number }

const MOST_SPECS = 16
const plans = new WeakMap<Token, Map<string, Plan>>()

/** What a token asks for depends on the version of the specification that its SDK knows, and on nothing else here. */
function planOf({ headers }: IncomingMessage, token: Token): Plan | undefined {
  const spec = String(headers['unleash-client-spec'] ?? '')
  const known = plans.get(token)?.get(spec)
  if (known) return known
  const query = readQuery({ headers, query: NO_QUERY }, token)
  if (typeof query === 'string') return undefined
  const plan = { query, etag: '', head: -1, epoch: -1 }
  const all = plans.get(token) ?? new Map<string, Plan>()
  if (all.size < MOST_SPECS) plans.set(token, all.set(spec, plan))
  return plan
}

/** Not when its bytes are still being made. */
function sendBody(
  request: IncomingMessage,
  response: ServerResponse,
  body: ReturnType<Views['body']>,
): boolean {
  const encoding = chooseEncoding(
    request.headers['accept-encoding'] as string | undefined,
    body.identity.length,
  )
  const bytes = body.encoded(encoding)
  if (!Buffer.isBuffer(bytes)) return false
  const headers = ['etag', body.etag, 'vary', 'Accept-Encoding', 'content-type', JSON_TYPE]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  headers.push('content-length', String(bytes.length))
  response.writeHead(200, headers).end(bytes)
  return true
}
