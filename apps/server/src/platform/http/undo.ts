import { Nothing } from '@flagstaff/contract/schema'
import Type from 'typebox'
import { withLargeBudget } from '../deadline.ts'
import type { App } from './server.ts'

/** What was done to hundreds of flags at once takes as long to take back. */
const UNDO_MS = 10_000

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
      await withLargeBudget(UNDO_MS, () => request.undo(request.params.id))
      return reply.code(204).send()
    },
  )
}
