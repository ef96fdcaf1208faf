import type { IncomingMessage, ServerResponse } from 'node:http'
import { isWelcome } from '../admission.ts'
import { type Body, keyOf } from '../bodies.ts'
import type { Caching } from '../caching.ts'
import { chooseEncoding, type Encoding } from '../encodings.ts'
import { matches } from '../etag.ts'
import { START } from '../marks.ts'
import { readQuery } from '../query.ts'
import { JSON_TYPE } from '../refusals.ts'
import { countRequest, trafficIndex } from '../traffic.ts'
import type { Answer, Connection, ConnectionReader, DirectOptions, Plan } from './answer.ts'

const NO_QUERY = {}
/** No store has this epoch, so a new plan computes its ETag at once. */
const NO_EPOCH = '-'
const FEATURES = trafficIndex('client-features')

/** Polls for all flags, without a query. */
export function answerPolls(path: string, connectionOf: ConnectionReader, options: DirectOptions): Answer {
  const { store, views, receipts, traffic, caching } = options
  const { vary, cacheControl } = caching
  // A cache goes on with what it has, for as long as these say.
  const unchanged = ['cache-control', cacheControl, 'vary', vary]
  const tagOf = (plan: Plan): string => {
    const { query, head, epoch } = plan
    const newest = store.head(query.environment, query.projects)
    // Compare by identity: a state is the same object until it changes.
    if (newest !== head || store.epoch !== epoch)
      Object.assign(plan, { head: newest, epoch: store.epoch, etag: views.etag(query) })
    return plan.etag
  }
  return (request, response) => {
    if (request.url !== path) return false
    const connection = connectionOf(request)
    if (!connection || !isWelcome(connection.token, store, 'backend')) return false
    const plan = planOf(request, connection)
    if (!plan) return false
    const { query } = plan
    const etag = tagOf(plan)
    const isKnown = matches(request.headers['if-none-match'], etag)
    if (!isKnown && !sendBody(request, response, views.body(query, etag), caching)) return false
    store.used(connection.token)
    connection.reader = receipts.given(request, query, plan.head, connection.reader)
    connection.traffic = traffic.of(
      request.headers['unleash-appname'] as string | undefined,
      connection.traffic,
    )
    countRequest(connection.traffic, FEATURES, isKnown ? 304 : 200)
    if (isKnown) response.writeHead(304, ['etag', etag, ...unchanged]).end()
    return true
  }
}

/** The query of a token depends only on the client specification version of its SDK. */
function planOf({ headers }: IncomingMessage, connection: Connection): Plan | undefined {
  const spec = String(headers['unleash-client-spec'] ?? '')
  if (connection.plan && connection.spec === spec) return connection.plan
  const query = readQuery({ headers, query: NO_QUERY }, connection.token)
  if (typeof query === 'string') return undefined
  connection.plan = { query: { ...query, key: keyOf(query) }, etag: '', head: START, epoch: NO_EPOCH }
  connection.spec = spec
  return connection.plan
}

/** Returns false while the compressed body is not ready. */
function sendBody(request: IncomingMessage, response: ServerResponse, body: Body, caching: Caching): boolean {
  const accepted = request.headers['accept-encoding'] as string | undefined
  const encoding = chooseEncoding(accepted, body.identity.length)
  const bytes = body.encoded(encoding)
  if (!Buffer.isBuffer(bytes)) return false
  response.writeHead(200, headOf(body, encoding, bytes, caching)).end(bytes)
  return true
}

const heads = new WeakMap<Buffer, string[]>()

function headOf(body: Body, encoding: Encoding, bytes: Buffer, { vary, cacheControl }: Caching): string[] {
  const known = heads.get(bytes)
  if (known) return known
  const head = ['etag', body.etag, 'vary', vary, 'cache-control', cacheControl, 'content-type', JSON_TYPE]
  if (encoding !== 'identity') head.push('content-encoding', encoding)
  head.push('content-length', String(bytes.length))
  heads.set(bytes, head)
  return head
}
