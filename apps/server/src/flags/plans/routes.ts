import { releasePlansOperations } from '@flagstaff/contract/operations/release-plans'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { addPlan } from './add.ts'
import {
  deleteProgression,
  pausePlan,
  removePlan,
  resumePlan,
  setProgression,
  startMilestone,
  updateMilestoneRule,
} from './commands.ts'
import { toMilestoneStrategy, toReleasePlan, toReleasePlanMilestone } from './wire.ts'

type Params = { projectId: string; featureName: string; environment: string }

export async function planRoutes(app: App) {
  const serve = routesOf(app, releasePlansOperations)

  const under = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'
  for (const name of ['release-plans', 'release_plans'] as const) {
    serve(`GET ${under}/${name}`, async (request) => {
      const { viewer } = request.signedIn()
      return (await readFlagEnvironment(app.read, viewer, placeOf(request.params))).releasePlans ?? []
    })

    serve(`POST ${under}/${name}`, { command: addPlan }, async (request) => {
      const input = { ...placeOf(request.params), template: request.body.templateId }
      return toReleasePlan(await request.dispatch(addPlan, input))
    })

    serve(`DELETE ${under}/${name}/:planId`, { command: removePlan }, async (request, reply) => {
      await request.dispatch(removePlan, planOf(request.params))
      return reply.code(200).send()
    })

    serve(
      `POST ${under}/${name}/:planId/milestones/:milestoneId/start`,
      { command: startMilestone },
      async (request) => {
        const { milestoneId: milestone } = request.params
        const plan = await request.dispatch(startMilestone, { ...planOf(request.params), milestone })
        return toReleasePlanMilestone(plan, milestone)
      },
    )
  }

  serve(`POST ${under}/release-plans/:planId/pause`, { command: pausePlan }, async (request, reply) => {
    await request.dispatch(pausePlan, { ...planOf(request.params), ...request.body })
    return reply.code(204).send()
  })

  serve(`POST ${under}/progressions/:planId/resume`, { command: resumePlan }, async (request, reply) => {
    await request.dispatch(resumePlan, planOf(request.params))
    return reply.code(200).send()
  })

  serve(`PUT ${under}/progressions/:id`, { command: setProgression }, async (request) => {
    const { targetMilestone: target, transitionCondition: condition } = request.body
    const source = request.params.id
    const input = { ...placeOf(request.params), source, target, condition }
    const set = await request.dispatch(setProgression, input)
    return {
      sourceMilestone: source,
      targetMilestone: target,
      transitionCondition: set.transitionCondition ?? condition,
    }
  })

  serve(`DELETE ${under}/progressions/:id`, { command: deleteProgression }, async (request, reply) => {
    await request.dispatch(deleteProgression, { ...placeOf(request.params), source: request.params.id })
    return reply.code(204).send()
  })

  serve(
    `PUT ${under}/milestone-strategies/:strategyId`,
    { command: updateMilestoneRule },
    async (request) => {
      const input = { ...request.body, ...placeOf(request.params), id: request.params.strategyId }
      const { milestone, rule } = await request.dispatch(updateMilestoneRule, input)
      return toMilestoneStrategy(milestone.id, rule)
    },
  )
}

const placeOf = ({ projectId, featureName, environment }: Params) => ({
  project: projectId,
  flag: featureName,
  environment,
})

const planOf = (params: Params & { planId: string }) => ({ ...placeOf(params), plan: params.planId })
