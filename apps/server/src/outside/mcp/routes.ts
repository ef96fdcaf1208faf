import { mcpOperations } from '@flagstaff/contract/operations/mcp'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { spend } from '../../people/auth/index.ts'
import { AppError, forbidden } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { tokenOf } from '../../platform/http/token.ts'
import { version } from '../../version.ts'
import { clientFor } from './calls.ts'
import { setMcp } from './commands.ts'
import { findMcpSettings } from './queries.ts'
import { isForeignOrigin } from './rules.ts'

const MESSAGES_PER_MINUTE = 120
const options = { bodyLimit: 64 * 1024, forProposers: true }

/** Outside of the admin API, so the caller is identified here. */
export async function mcpRoutes(app: App) {
  const serve = routesOf(app, mcpOperations)
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    // For every 401: without a scheme, clients take the server for one without sign-in.
    reply.header('www-authenticate', 'Bearer realm="flagstaff"')
    request.caller = await app.identify(request)
    if (request.caller && tokenOf(request)) reply.removeHeader('www-authenticate')
  }
  serve('POST /mcp', { ...options, onRequest }, (request, reply) => answer(app, request, reply))
  // Without sessions, there is no stream to open and nothing to end.
  for (const method of ['GET', 'DELETE'] as const)
    app.route({
      method,
      url: '/mcp',
      exposeHeadRoute: false,
      config: { permission: 'public' },
      handler: (_request, reply) => reply.code(405).header('allow', 'POST').send(),
    })
}

export async function mcpAdminRoutes(app: App) {
  const serve = routesOf(app, mcpOperations)
  serve('POST /api/admin/mcp', options, (request, reply) => answer(app, request, reply))
  serve('GET /api/admin/remote-mcp/settings', () => findMcpSettings(app.read))
  serve('POST /api/admin/remote-mcp/settings', { command: setMcp }, async (request, reply) => {
    await request.dispatch(setMcp, request.body)
    return reply.code(204).send()
  })
}

async function answer(app: App, request: FastifyRequest, reply: FastifyReply) {
  const { actor } = request.signedIn()
  // A session would let other pages of the browser in, and an admin token belongs to nobody.
  if (!tokenOf(request)) throw new AppError('signInFirst')
  if (actor.type === 'token')
    throw forbidden(
      'Use a personal token or the token of a service account, so that events name the account.',
    )
  if (isForeignOrigin(request.headers.origin, app.settings.url))
    throw forbidden('The MCP server does not answer pages of other origins.')
  if (!(await findMcpSettings(app.read)).enabled)
    throw forbidden('The MCP server is turned off. Ask an administrator, or use `flagstaff mcp`.')
  await spend(reply, `mcp ${actor.id}`, MESSAGES_PER_MINUTE)

  // Loaded with the first message: many servers never get one.
  const { createMcpHandler, createServer } = await import('@flagstaff/mcp')
  const handler = createMcpHandler(
    () => createServer({ version, connect: (program) => clientFor(app, request, program) }),
    { maxSubscriptions: 0, keepAliveMs: 0 },
  )
  const { headers, method, url, body } = request
  const message = new Request(`${app.settings.url}${url}`, {
    method,
    headers: textsOf(headers),
    body: JSON.stringify(body),
  })
  const response = await handler.fetch(message, { parsedBody: body })
  for (const [name, value] of response.headers) if (name !== 'content-length') reply.header(name, value)
  return reply.code(response.status).send((await response.text()) || undefined)
}

const textsOf = (headers: FastifyRequest['headers']): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && name !== 'content-length' ? [[name, value]] : [],
  )
