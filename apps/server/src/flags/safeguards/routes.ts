import { releasePlansOperations } from '@flagstaff/contract/operations/release-plans'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { deleteFlagSafeguard, deletePlanSafeguard, setFlagSafeguard, setPlanSafeguard } from './commands.ts'

type Params = { projectId: string; featureName: string; environment: string }

export async function safeguardRoutes(app: App) {
  const serve = routesOf(app, releasePlansOperations)
  const under = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

  serve(
    `PUT ${under}/release-plans/:planId/safeguards`,
    { command: setPlanSafeguard },
    async (request, reply) => {
      const { planId: plan } = request.params
      await request.dispatch(setPlanSafeguard, { ...request.body, ...placeOf(request.params), plan })
      return reply.code(204).send()
    },
  )

  serve(
    `DELETE ${under}/release-plans/:planId/safeguards/:safeguardId`,
    { command: deletePlanSafeguard },
    async (request, reply) => {
      const { planId: plan, safeguardId: id } = request.params
      await request.dispatch(deletePlanSafeguard, { ...placeOf(request.params), plan, id })
      return reply.code(204).send()
    },
  )

  serve(`PUT ${under}/safeguards`, { command: setFlagSafeguard }, async (request, reply) => {
    await request.dispatch(setFlagSafeguard, { ...request.body, ...placeOf(request.params) })
    return reply.code(204).send()
  })

  serve(
    `DELETE ${under}/safeguards/:safeguardId`,
    { command: deleteFlagSafeguard },
    async (request, reply) => {
      const input = { ...placeOf(request.params), id: request.params.safeguardId }
      await request.dispatch(deleteFlagSafeguard, input)
      return reply.code(204).send()
    },
  )
}

const placeOf = ({ projectId, featureName, environment }: Params) => ({
  project: projectId,
  flag: featureName,
  environment,
})
