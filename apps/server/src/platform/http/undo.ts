import { undoOperations } from '@flagstaff/contract/operations/undo'
import { routesOf } from '../../platform/http/serve.ts'
import { withLargeBudget } from '../database/deadline.ts'
import type { App } from './server.ts'

/** Undoing a bulk change of hundreds of flags takes as long as the change itself. */
const UNDO_MS = 10_000

/** Undoes a change whose response had an `x-undo` header. */
export async function undoRoutes(app: App) {
  const serve = routesOf(app, undoOperations)
  serve('POST /api/admin/undo/:id', { forProposers: true }, async (request, reply) => {
    await withLargeBudget(UNDO_MS, () => request.undo(request.params.id))
    return reply.code(204).send()
  })
}
