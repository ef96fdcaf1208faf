import { parse } from 'fast-querystring'
import { isWelcome } from '../admission.ts'
import { contextFromQuery } from '../context.ts'
import { originHeaders } from '../cors.ts'
import { matches } from '../etag.ts'
import { JSON_TYPE } from '../refusals.ts'
import { bodyOf, tagOf, togglesFor } from '../toggles.ts'
import type { Answer, ConnectionReader, DirectOptions } from './answer.ts'

/** Evaluates the context in the query. */
export function answerEvaluations(
  path: string,
  connectionOf: ConnectionReader,
  options: DirectOptions,
): Answer {
  const { store, sample, ownAddresses } = options
  const start = `${path}?`
  return (request, response) => {
    const { url = '', headers } = request
    if (!ownAddresses || !url.startsWith(start) || !store.frontend.enabled) return false
    const token = connectionOf(request)?.token
    if (!isWelcome(token, store, 'frontend')) return false
    const query = parse(url.slice(start.length))
    const context = contextFromQuery({ query, ip: request.socket.remoteAddress ?? '' }, token)
    sample.offer(token, context)
    store.used(token)
    const toggles = togglesFor(store, token, context)
    const etag = tagOf(toggles)
    const own = originHeaders(headers.origin, store.frontend).flat()
    own.push('etag', etag, 'cache-control', 'no-cache')
    if (matches(headers['if-none-match'], etag)) {
      response.writeHead(304, own).end()
      return true
    }
    const { text, encoding } = bodyOf(toggles)
    own.push('content-type', JSON_TYPE, 'content-length', String(Buffer.byteLength(text, encoding)))
    response.writeHead(200, own).end(text, encoding)
    return true
  }
}
