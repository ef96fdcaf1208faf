import { connect } from '@flagstaff/client/connect'
import type { MoveSource } from '@flagstaff/contract/moving'
import { type Fetch, openSource, type Sides } from '@flagstaff/moving'
import type { FastifyRequest, InjectOptions } from 'fastify'
import { invalid } from '../../platform/errors.ts'
import { outboundFetch } from '../../platform/http/outbound.ts'
import type { App } from '../../platform/http/server.ts'

const limits = { mostBytes: 64 * 1024 * 1024, timeoutMs: 30_000 }

/**
 * The source, which is called like all addresses that people enter, and this server, which is called through its own
 * API with the credentials of the caller: a move can do what the caller can do, as long as the caller is signed in.
 */
export function openSides(app: App, request: FastifyRequest, { url, token }: MoveSource): Sides {
  const source = openSource({ url: readUrl(url), token, fetch: openFetch(app, url) })
  const own = { url: `http://flagstaff.internal${app.settings.basePath}`, userAgent: 'flagstaff-moving' }
  return {
    source,
    client: connect({ ...own, fetch: injected(app, request, credentialsOf(request)) }),
    withToken: (secret) => connect({ ...own, fetch: injected(app, request, { authorization: secret }) }),
  }
}

function readUrl(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid('Enter a URL such as https://unleash.example.com.', 'url')
  if (url.username || url.password) throw invalid('The URL must not contain a password.', 'url')
  return `${url.origin}${url.pathname}`
}

function openFetch({ settings }: App, url: string): Fetch {
  const { integrations, proxy } = settings
  const host = (URL.parse(url)?.hostname ?? '').toLowerCase()
  const privateAddresses = integrations.privateAddresses || integrations.allowedHosts.includes(host)
  const send = outboundFetch({ privateAddresses, proxy, ...limits })
  return (address, { method, headers, body }) =>
    send(address, { method, headers, ...(body === undefined ? {} : { body }) })
}

type Headers = Record<string, string>

/** Only what identifies the caller; other headers of the request have nothing to do with the move. */
function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): Headers {
  return { ...(authorization ? { authorization } : {}), ...(cookie ? { cookie } : {}) }
}

/** Requests that do not leave the process. They pass all checks of the server, as requests from outside do. */
const injected =
  (app: App, { ip }: FastifyRequest, credentials: Headers): typeof fetch =>
  async (input, init) => {
    const url = new URL(String(input))
    const given = Object.fromEntries(new Headers(init?.headers))
    const response = await app.inject({
      method: (init?.method ?? 'GET') as NonNullable<InjectOptions['method']>,
      url: url.pathname + url.search,
      headers: { ...given, ...credentials },
      remoteAddress: ip,
      ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
    })
    const isEmpty = response.statusCode === 204 || response.statusCode === 304
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
      name,
      String(value),
    ])
    return new Response(isEmpty ? null : new Uint8Array(response.rawPayload), {
      status: response.statusCode,
      headers,
    })
  }
