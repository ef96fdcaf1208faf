import { signalsOperations } from '@flagstaff/contract/operations/signals'
import type { SignalEndpoint, SignalEndpointToken } from '@flagstaff/contract/signals'
import { digestOf, newSecret } from '../../../people/tokens/index.ts'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { createEndpoint, deleteEndpoint, toggleEndpoint, updateEndpoint } from './commands.ts'
import { type Endpoint, findEndpoint, listEndpoints } from './queries.ts'
import { listOfEndpoint, searchSignals } from './signal-queries.ts'
import { createToken, deleteToken, updateToken } from './token-commands.ts'
import { listTokens } from './token-queries.ts'

export async function endpointRoutes(app: App) {
  const serve = routesOf(app, signalsOperations)
  const { read, settings } = app

  const shown = (endpoint: Endpoint, tokens: readonly SignalEndpointToken[]): SignalEndpoint => ({
    ...endpoint,
    url: `${settings.url}${settings.basePath}/api/signal-endpoint/${encodeURIComponent(endpoint.name)}`,
    tokens: tokens.filter(({ signalEndpointId }) => signalEndpointId === endpoint.id),
  })

  const required = async (id: number) => {
    if (!(await findEndpoint(read, id))) throw notFound('signal endpoint', id)
  }

  serve('GET /api/admin/signal-endpoints', async () => {
    const [endpoints, tokens] = await Promise.all([listEndpoints(read), listTokens(read)])
    return { signalEndpoints: endpoints.map((endpoint) => shown(endpoint, tokens)) }
  })

  serve('POST /api/admin/signal-endpoints', { command: createEndpoint }, async (request, reply) => {
    const made = await request.dispatch(createEndpoint, request.body)
    return reply.code(201).header('location', `signal-endpoints/${made.id}`).send(shown(made, []))
  })

  serve('PUT /api/admin/signal-endpoints/:id', { command: updateEndpoint }, async (request) => {
    const { id } = request.params
    const after = await request.dispatch(updateEndpoint, { ...request.body, id })
    return shown(after, await listTokens(read, id))
  })

  serve('DELETE /api/admin/signal-endpoints/:id', { command: deleteEndpoint }, async (request, reply) => {
    await request.dispatch(deleteEndpoint, { id: request.params.id })
    return reply.code(200).send()
  })

  serve('POST /api/admin/signal-endpoints/:id/on', { command: toggleEndpoint }, async (request, reply) => {
    await request.dispatch(toggleEndpoint, { id: request.params.id, enabled: true })
    return reply.code(200).send()
  })

  serve('POST /api/admin/signal-endpoints/:id/off', { command: toggleEndpoint }, async (request, reply) => {
    await request.dispatch(toggleEndpoint, { id: request.params.id, enabled: false })
    return reply.code(200).send()
  })

  serve('GET /api/admin/signal-endpoints/:signalEndpointId/signals', async (request) => {
    const { signalEndpointId: id } = request.params
    await required(id)
    const { limit = 50, offset = 0 } = request.query
    return listOfEndpoint(read, id, { limit, offset })
  })

  serve('GET /api/admin/signal-endpoints/:signalEndpointId/tokens', async (request) => {
    const { signalEndpointId: id } = request.params
    await required(id)
    return { signalEndpointTokens: await listTokens(read, id) }
  })

  const tokens = '/api/admin/signal-endpoints/:signalEndpointId/tokens'
  serve(`POST ${tokens}`, { command: createToken }, async (request, reply) => {
    const { secret } = newSecret('signal:')
    const digest = digestOf(secret).toString('hex')
    const made = await request.dispatch(createToken, { ...request.body, ...request.params, digest })
    return reply.code(201).send({ ...made, token: secret })
  })

  serve(`PUT ${tokens}/:id`, { command: updateToken }, (request) =>
    request.dispatch(updateToken, { ...request.body, ...request.params }),
  )

  serve(`DELETE ${tokens}/:id`, { command: deleteToken }, async (request, reply) => {
    await request.dispatch(deleteToken, request.params)
    return reply.code(200).send()
  })

  serve('GET /api/admin/signals', (request) => searchSignals(read, request.signedIn(), request.query))
}
