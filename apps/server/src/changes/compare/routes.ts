import { compareOperations } from '@flagstaff/contract/operations/compare'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { promote } from './commands.ts'
import { readComparison } from './queries.ts'

/** A longer timeout, because a project can have thousands of flags. */
const MANY_MS = 10_000

export async function compareRoutes(app: App) {
  const serve = routesOf(app, compareOperations)
  serve('GET /api/admin/projects/:projectId/compare', (request) => {
    const place = { project: request.params.projectId, ...request.query }
    return withLargeBudget(MANY_MS, () => readComparison(app.read, request.signedIn().viewer, place))
  })

  serve('POST /api/admin/projects/:projectId/promote', { command: promote }, async (request, reply) => {
    const input = { ...request.body, project: request.params.projectId }
    await withLargeBudget(MANY_MS, () => request.dispatch(promote, input))
    return reply.code(204).send()
  })
}
