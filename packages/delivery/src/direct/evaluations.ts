import { parse } from 'fast-querystring'
import { isWelcome } from '../admission.ts'
import { createBodyBuffers } from '../body-buffers.ts'
import { contextFromQuery } from '../context.ts'
import { originHeaders } from '../cors.ts'
import { matches } from '../etag.ts'
import { JSON_TYPE } from '../refusals.ts'
import { togglesFor } from '../toggles.ts'
import { countRequest, trafficIndex } from '../traffic.ts'
import { trustedApp } from '../traffic-hook.ts'
import type { Answer, ConnectionReader, DirectOptions } from './answer.ts'

const FRONTEND = trafficIndex('frontend')

/** Evaluates the context in the query. */
export function answerEvaluations(
  path: string,
  connectionOf: ConnectionReader,
  options: DirectOptions,
): Answer {
  const { store, answers, sample, ownAddresses, traffic, apps } = options
  const start = `${path}?`
  const buffers = createBodyBuffers()
  return (request, response) => {
    const { url = '', headers } = request
    if (!ownAddresses || !url.startsWith(start) || !store.frontend.enabled) return false
    const connection = connectionOf(request)
    const token = connection?.token
    if (!connection || !isWelcome(token, store, 'frontend')) return false
    // Fastify can wait.
    if (store.environment(token.environment).prepare()) return false
    const query = parse(url.slice(start.length))
    const context = contextFromQuery({ query, ip: request.socket.remoteAddress ?? '' }, token)
    sample.offer(token, context)
    store.used(token)
    const toggles = togglesFor(store, token, context)
    const etag = toggles.tag()
    const own = originHeaders(headers.origin, store.frontend, 'Origin, Accept-Encoding').flat()
    own.push('etag', etag, 'cache-control', 'no-cache')
    const isKnown = matches(headers['if-none-match'], etag)
    const name = trustedApp(headers['unleash-appname'] ?? context.appName, false, apps)
    connection.traffic = traffic.of(name, connection.traffic)
    countRequest(connection.traffic, FRONTEND, isKnown ? 304 : 200)
    if (isKnown) {
      response.writeHead(304, own).end()
      return true
    }
    const accepted = headers['accept-encoding'] as string | undefined
    own.push('content-type', JSON_TYPE)
    const kept = answers.find(token.environment, etag, accepted)
    if (kept) {
      if (kept.encoding !== 'identity') own.push('content-encoding', kept.encoding)
      own.push('content-length', String(kept.bytes.length))
      response.writeHead(200, own).end(kept.bytes)
      return true
    }
    const buffer = buffers.take(toggles.length)
    const bytes = toggles.body(buffer)
    answers.sent(token.environment, toggles, { tag: etag, bytes })
    own.push('content-length', String(bytes.length))
    const { socket } = request
    response.writeHead(200, own).end(bytes, () => {
      if (!socket.destroyed) buffers.giveBack(buffer)
    })
    return true
  }
}
