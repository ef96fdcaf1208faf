import { guardsOperations } from '@flagstaff/contract/operations/guards'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { findPlan } from '../plans/queries.ts'
import { milestoneOf } from '../plans/state.ts'
import { toReleasePlan } from '../plans/wire.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { deleteGuard, setGuard } from './commands.ts'
import { listOutcomeMetrics, listRecentGuards, readGuards, readSeries } from './queries.ts'
import { rampFlag } from './ramp.ts'
import { reportGuards } from './report.ts'
import { acceptGuard } from './rules.ts'
import { signalRollout } from './trip.ts'

type Params = { projectId: string; featureName: string; environment: string }

export async function guardRoutes(app: App) {
  const serve = routesOf(app, guardsOperations)
  const under = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'
  const ofPlan = `${under}/release-plans/:planId` as const

  serve(`POST ${under}/ramp`, { command: rampFlag }, async (request) => {
    const { strategyId = null, minimumMinutes: minutes, guards = [], onRegression, ...more } = request.body
    const plan = await request.dispatch(rampFlag, {
      ...placeOf(request.params),
      rule: strategyId,
      ...more,
      minutes,
      guards: guards.map((guard, index) =>
        acceptGuard(
          { id: `guard-${index + 1}`, flag: request.params.featureName, action: onRegression },
          guard,
        ),
      ),
    })
    return toReleasePlan(plan)
  })

  serve(`GET ${under}/guards`, async (request) => {
    const place = placeOf(request.params)
    await readFlagEnvironment(app.read, request.signedIn().viewer, place)
    const [metrics, recent] = await Promise.all([
      listOutcomeMetrics(app.read, place),
      listRecentGuards(app.read, place.project, place.environment),
    ])
    return {
      outcomes: metrics.map(({ metric, seenAt }) => ({ metric, seenAt: seenAt.toISOString() })),
      guards: [...new Map(recent.toReversed().map((guard) => [guard.name, guard])).values()],
    }
  })

  /** The plan, if the caller sees the flag. */
  const planFor = async (request: { params: Params & { planId: string } }, viewer: Viewer) => {
    const place = placeOf(request.params)
    await readFlagEnvironment(app.read, viewer, place)
    const plan = await findPlan(app.read, place)
    if (plan?.id !== request.params.planId) throw notFound('release plan', request.params.planId)
    return plan
  }

  serve(`GET ${ofPlan}/guards`, async (request) => {
    const plan = await planFor(request, request.signedIn().viewer)
    const startedAt = milestoneOf(plan, plan.active)?.startedAt ?? null
    return { guards: reportGuards(plan, await readGuards(app.read, plan.id, startedAt)) }
  })

  serve(`PUT ${ofPlan}/guards/:guardId`, { command: setGuard }, async (request, reply) => {
    const { planId: plan, guardId } = request.params
    const guard = acceptGuard({ id: guardId, flag: request.params.featureName }, request.body)
    await request.dispatch(setGuard, { ...placeOf(request.params), plan, guard })
    return reply.code(204).send()
  })

  serve(`DELETE ${ofPlan}/guards/:guardId`, { command: deleteGuard }, async (request, reply) => {
    const { planId: plan, guardId: id } = request.params
    await request.dispatch(deleteGuard, { ...placeOf(request.params), plan, id })
    return reply.code(204).send()
  })

  serve(`GET ${ofPlan}/guards/:guardId/series`, async (request) => {
    const { id, guards } = await planFor(request, request.signedIn().viewer)
    const { guardId } = request.params
    if (!guards.some((guard) => guard.id === guardId)) throw notFound('guard', guardId)
    const rows = await readSeries(app.read, id, guardId)
    return {
      points: rows.map(({ minute, onUses, onEvents, offUses, offEvents, low, high }) => ({
        minute: minute.toISOString(),
        enabled: { uses: onUses, events: onEvents },
        disabled: { uses: offUses, events: offEvents },
        low,
        high,
      })),
    }
  })

  serve(`POST ${ofPlan}/signals`, { command: signalRollout }, async (request, reply) => {
    const { planId: plan } = request.params
    const { reason, action = 'back' } = request.body
    await request.dispatch(signalRollout, { ...placeOf(request.params), plan, reason, action })
    return reply.code(204).send()
  })
}

const placeOf = ({ projectId, featureName, environment }: Params) => ({
  project: projectId,
  flag: featureName,
  environment,
})
