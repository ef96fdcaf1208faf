import { radiusOperations } from '@flagstaff/contract/operations/radius'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import { changesBytes, largeBody } from '../../platform/http/body-limits.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createWorkBudget } from '../../platform/http/work-budget.ts'
import { type Caller, sees } from '../../platform/write/actor.ts'
import { previewChanges, type Rehearsed, rehearseRequest } from '../requests/index.ts'
import { measure } from './radius.ts'
import { toSentence } from './sentences.ts'

/** What a request costs even if it evaluates little. */
const LEAST_COST = 50

export async function radiusRoutes(app: App) {
  const serve = routesOf(app, radiusOperations)
  const budget = createWorkBudget({ least: LEAST_COST })
  const radiusOf = async (caller: Caller, rehearsed: Rehearsed) => {
    const measured = await withFreshBudget(() => measure(app.read, app.settings, caller, rehearsed))
    budget.spend(caller.actor, measured.worked)
    return measured.radius
  }

  serve(
    'POST /api/admin/projects/:projectId/environments/:environment/change-requests/preview',
    { command: previewChanges, ...largeBody(changesBytes(app.settings.limits)) },
    async (request) => {
      const caller = request.signedIn()
      budget.enter(caller.actor)
      const { projectId: project, environment } = request.params
      const { draft = false } = request.query
      const changes = [request.body].flat()
      const rehearsed = await request.dispatch(previewChanges, { project, environment, changes, draft })
      const effects = rehearsed.effects.filter((effect) => sees(caller.viewer, effect.project))
      return {
        effects,
        hidden: rehearsed.effects.length - effects.length,
        sentences: rehearsed.changes.map(toSentence),
        radius: await radiusOf(caller, rehearsed),
      }
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/change-requests/:id/radius',
    { command: rehearseRequest },
    async (request) => {
      const caller = request.signedIn()
      budget.enter(caller.actor)
      const { projectId: project, id } = request.params
      return radiusOf(caller, await request.dispatch(rehearseRequest, { project, id }))
    },
  )
}
