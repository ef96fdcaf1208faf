import { viewsOperations } from '@flagstaff/contract/operations/views'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { deleteView, saveView } from './commands.ts'
import { listViews } from './queries.ts'

export async function viewRoutes(app: App) {
  const serve = routesOf(app, viewsOperations)
  serve('GET /api/admin/views', async (request) => ({
    views: await listViews(app.read, request.signedIn().viewer),
  }))

  serve('PUT /api/admin/views', { command: saveView }, async (request) =>
    request.dispatch(saveView, request.body),
  )

  serve('DELETE /api/admin/views/:id', { command: deleteView }, async (request, reply) => {
    await request.dispatch(deleteView, request.params)
    return reply.code(204).send()
  })
}
