import type { IncomingMessage, ServerResponse } from 'node:http'
import { isWelcome } from '../admission.ts'
import { chooseEncoding } from '../encodings.ts'
import { matches } from '../etag.ts'
import { readQuery } from '../query.ts'
import { JSON_TYPE } from '../refusals.ts'
import type { Token } from '../store.ts'
import type { Query, Views } from '../views.ts'
import type { Answer, DirectOptions, TokenReader } from './answer.ts'

const NO_QUERY = {}

/** All flags, asked for without a query. */
export function answerPolls(path: string, tokenOf: TokenReader, options: DirectOptions): Answer {
  const { store, views, receipts } = options
  const tagOf = (plan: Plan): string => {
    const { query, head, epoch } = plan
    const newest = store.head(query.environment, query.projects)
    if (newest !== head || store.epoch !== epoch)
      Object.assign(plan, { head: newest, epoch: store.epoch, etag: views.etag(query) })
    return plan.etag
  }
  return (request, response) => {
    if (request.url !== path) return false
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
