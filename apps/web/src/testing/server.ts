import type { ErrorName } from '@flagstaff/contract/errors'
import { errorStatus } from '@flagstaff/contract/errors'
import { vi } from 'vitest'

export type Request = { method: string; path: string; body: unknown; headers: Headers }
type Handler = (request: Request) => Response | Promise<Response>

/** A JSON response. The type parameter is the schema of the contract that the body must match. */
export const answer = <Body>(body: Body, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } })

/** An error response, as the server sends it. */
export const refuse = (name: ErrorName, message: string): Response =>
  new Response(JSON.stringify({ id: 'request-1', name, message, details: [{ message }] }), {
    status: errorStatus[name],
    headers: { 'content-type': 'application/problem+json' },
  })

/**
 * Answers the requests of a page in place of the server. Handlers have names such as `GET /api/admin/segments`; a query
 * string is ignored when they are looked up. A request without a handler fails and is listed in `unexpected`.
 */
export function startServer(handlers: Record<string, Handler>) {
  const server = {
    handlers,
    requests: [] as Request[],
    unexpected: [] as string[],
    /** The bodies of the requests to one handler, oldest first. */
    sentTo: (name: string) =>
      server.requests.filter((request) => nameOf(request) === name).map(({ body }) => body),
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const { method = 'GET', body } = init
    const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : undefined
    const request = { method, path, body: parsed, headers: new Headers(init.headers) }
    server.requests.push(request)
    const handle = server.handlers[nameOf(request)]
    if (handle) return Promise.race([handle(request), aborted(init.signal)])
    server.unexpected.push(nameOf(request))
    return refuse('NotFoundError', `No handler for ${nameOf(request)}`)
  })
  return server
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason))
  })

const nameOf = ({ method, path }: Request) => `${method} ${path.split('?')[0]}`
