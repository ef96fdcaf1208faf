import { constraintsOperations } from '@flagstaff/contract/operations/constraints'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { acceptConstraints } from './index.ts'

export async function constraintRoutes(app: App) {
  const serve = routesOf(app, constraintsOperations)
  serve('POST /api/admin/constraints/validate', { forProposers: true }, async (request, reply) => {
    await acceptConstraints(app.read, [request.body], app.settings.limits)
    return reply.code(204).send()
  })
}
