import { constraintsOperations } from '@flagstaff/contract/operations/constraints'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createWorkBudget } from '../../platform/http/work-budget.ts'
import { acceptConstraints, checkPortable } from './index.ts'

/** A check costs less than this. */
const LEAST_COST = 20

export async function constraintRoutes(app: App) {
  const serve = routesOf(app, constraintsOperations)
  const budget = createWorkBudget({ least: LEAST_COST })
  serve('POST /api/admin/constraints/validate', { forProposers: true }, async (request, reply) => {
    const { actor } = request.signedIn()
    budget.enter(actor)
    checkPortable([request.body])
    await acceptConstraints(app.read, [request.body], app.settings.limits)
    return reply.code(204).send()
  })
}
