import { type Client, connect } from '@flagstaff/client/connect'
import { addressOf } from '@flagstaff/delivery'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../platform/http/server.ts'
import { tokenOf } from '../../platform/http/token.ts'
import { version } from '../../version.ts'

/**
 * A client that calls this process without a connection, with the token of the request. Its calls pass the same checks
 * as those from outside: tools get no other way to read or change anything.
 */
export function clientFor(app: App, request: FastifyRequest, program: string | undefined): Client {
  const { settings } = app
  const remoteAddress = addressOf(request)
  const name = program ?? request.headers['user-agent']
  return connect({
    url: `${settings.url}${settings.basePath}`,
    token: tokenOf(request),
    userAgent: `flagstaff-mcp/${version}`,
    via: name === undefined ? 'mcp' : `mcp; client=${encodeURIComponent(name.slice(0, 100))}`,
    async fetch(url, { method = 'GET', headers, body }) {
      const {
        statusCode,
        headers: received,
        payload,
      } = await app.inject({
        method: method as 'GET',
        url: url.slice(settings.url.length),
        headers: Object.fromEntries(new Headers(headers)),
        remoteAddress,
        ...(typeof body === 'string' ? { payload: body } : {}),
      })
      const init = { status: statusCode, headers: textsOf(received) }
      return new Response(statusCode === 204 ? null : payload, init)
    },
  })
}

const textsOf = (headers: Record<string, unknown>): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
