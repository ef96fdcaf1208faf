import { tokensOperations } from '@flagstaff/contract/operations/tokens'
import { notFound } from '../../../platform/errors.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { showCopies } from '../copies/copies.ts'
import { keyOf } from '../secrets.ts'
import {
  createApiToken,
  createProjectApiToken,
  deleteApiToken,
  deleteProjectApiToken,
  refuseSecret,
  updateApiToken,
} from './commands.ts'
import { typesFor } from './permissions.ts'
import { isProject, listApiTokens } from './queries.ts'

export async function apiTokenRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)
  serve('GET /api/admin/api-tokens', async (request) => {
    const caller = request.signedIn()
    const tokens = await listApiTokens(app.read, caller.viewer, { types: typesFor(caller, 'READ') })
    return { tokens: await showCopies(app.read, caller, tokens) }
  })

  serve('POST /api/admin/api-tokens', { command: createApiToken }, async (request, reply) => {
    refuseSecret(request.body)
    const token = await request.dispatch(createApiToken, request.body)
    return reply.code(201).header('location', 'api-tokens').send(token)
  })

  serve('GET /api/admin/api-tokens/:name', async (request) => {
    const caller = request.signedIn()
    const filter = { types: typesFor(caller, 'READ'), name: request.params.name }
    const tokens = await listApiTokens(app.read, caller.viewer, filter)
    return { tokens: await showCopies(app.read, caller, tokens) }
  })

  serve('PUT /api/admin/api-tokens/:token', { command: updateApiToken }, async (request, reply) => {
    const token = keyOf(request.params.token)
    await request.dispatch(updateApiToken, { token, expiresAt: request.body.expiresAt })
    return reply.send()
  })

  serve('DELETE /api/admin/api-tokens/:token', { command: deleteApiToken }, async (request, reply) => {
    await request.dispatch(deleteApiToken, { token: keyOf(request.params.token) })
    return reply.send()
  })
}

export async function projectTokenRoutes(app: App) {
  const serve = routesOf(app, tokensOperations)

  serve('GET /api/admin/projects/:projectId/api-tokens', async (request) => {
    const { projectId: project } = request.params
    if (!(await isProject(app.read, project))) throw notFound('project', project)
    const filter = { types: ['backend', 'frontend'] as const, project }
    const caller = request.signedIn()
    const tokens = await listApiTokens(app.read, caller.viewer, filter)
    return { tokens: await showCopies(app.read, caller, tokens) }
  })

  serve(
    'POST /api/admin/projects/:projectId/api-tokens',
    { command: createProjectApiToken },
    async (request, reply) => {
      refuseSecret(request.body)
      const { projectId: project } = request.params
      const token = await request.dispatch(createProjectApiToken, { ...request.body, project })
      return reply.code(201).header('location', 'api-tokens').send(token)
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/api-tokens/:token',
    { command: deleteProjectApiToken },
    async (request, reply) => {
      const { projectId: project, token } = request.params
      await request.dispatch(deleteProjectApiToken, { project, token: keyOf(token) })
      return reply.send()
    },
  )
}
