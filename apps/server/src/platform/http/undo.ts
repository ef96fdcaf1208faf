import { Nothing } from '@flagstaff/contract/schema'
import Type from 'typebox'
import type { App } from './server.ts'

/** Takes back a change whose answer carried `x-undo`. */
export async function undoRoutes(app: App) {
  app.post(
    '/undo/:id',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'undo',
        tags: ['Flagstaff'],
        params: Type.Object({ id: Type.String() }),
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.undo(request.params.id)
      return reply.code(204).send()
    },
  )
}
