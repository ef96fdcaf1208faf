import { Nothing } from '@flagstaff/contract/schema'
import { SavedView, SavedViews, SaveView, ViewId } from '@flagstaff/contract/views'
import type { App } from '../platform/http/server.ts'
import { deleteView, saveView } from './commands.ts'
import { listViews } from './queries.ts'

const tags = ['Flagstaff']

export async function viewRoutes(app: App) {
  app.get(
    '/views',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getViews', tags, response: { 200: SavedViews } },
    },
    async (request) => ({ views: await listViews(app.read, request.signedIn().viewer) }),
  )

  app.put(
    '/views',
    {
      config: { command: saveView },
      schema: { operationId: 'saveView', tags, body: SaveView, response: { 200: SavedView } },
    },
    async (request) => request.dispatch(saveView, request.body),
  )

  app.delete(
    '/views/:id',
    {
      config: { command: deleteView },
      schema: { operationId: 'deleteView', tags, params: ViewId, response: { 204: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteView, request.params)
      return reply.code(204).send()
    },
  )
}
