import { freezesOperations } from '@flagstaff/contract/operations/freezes'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createFreeze, deleteFreeze, updateFreeze } from './commands.ts'
import { listFreezes, listProjectFreezes } from './queries.ts'

export async function freezeRoutes(app: App) {
  const serve = routesOf(app, freezesOperations)
  serve('GET /api/admin/freezes', async (request) => ({
    freezes: await listFreezes(app.read, request.signedIn().viewer),
  }))
  serve('POST /api/admin/freezes', { command: createFreeze }, async (request, reply) => {
    const freeze = await request.dispatch(createFreeze, request.body)
    return reply.code(201).header('location', `freezes/${freeze.id}`).send(freeze)
  })
  serve('PUT /api/admin/freezes/:id', { command: updateFreeze }, (request) =>
    request.dispatch(updateFreeze, { ...request.body, id: request.params.id }),
  )
  serve('DELETE /api/admin/freezes/:id', { command: deleteFreeze }, async (request, reply) => {
    await request.dispatch(deleteFreeze, { id: request.params.id })
    return reply.code(204).send()
  })
  serve('GET /api/admin/projects/:projectId/freezes', async (request) => ({
    freezes: await listProjectFreezes(app.read, request.signedIn().viewer, request.params.projectId),
  }))
}
