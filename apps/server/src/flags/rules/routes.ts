import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import { flagsOperations } from '@flagstaff/contract/operations/flags'
import type { FastifyReply } from 'fastify'
import { notFound } from '../../platform/errors.ts'
import { largeBody, ruleBytes } from '../../platform/http/body-limits.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { warn } from '../../platform/http/warnings.ts'
import { stickinessWarnings } from '../../setup/context/index.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { createRule, deleteRule, patchRule, sortRules, updateRule } from './commands.ts'
import { findFlagOfRule, findRule, listRules, type Rule } from './queries.ts'
import { ruleWarnings } from './warnings.ts'

export async function ruleRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  const large = largeBody(ruleBytes(app.settings.limits))
  /** Returns the rule, with warnings if its stickiness is an unknown context field, or if SDKs differ in it. */
  const checked = async <R extends Rule | CreateFeatureStrategy>(reply: FastifyReply, rule: R) => {
    const unknown = await stickinessWarnings(app.read, rule.parameters?.stickiness)
    warn(reply, [...unknown, ...ruleWarnings(rule)])
    return rule
  }

  serve(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    async (request, reply) => {
      const place = placeOf(request.params)
      await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      const rules = await listRules(app.read, [place.flag], place.environment)
      warn(
        reply,
        rules.flatMap((rule, index) =>
          ruleWarnings(rule).map((text) => `${place.flag}, rule ${index + 1}: ${text}`),
        ),
      )
      return rules
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies',
    { command: createRule, ...large },
    async (request, reply) => {
      // Ignore an id in the body, for compatibility.
      const input = { ...withoutId(request.body), ...placeOf(request.params) }
      return checked(reply, await request.dispatch(createRule, input))
    },
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/set-sort-order',
    { command: sortRules },
    async (request, reply) => {
      await request.dispatch(sortRules, { ...placeOf(request.params), order: request.body })
      return reply.code(200).send()
    },
  )

  serve(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    async (request, reply) => {
      const place = placeOf(request.params)
      await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      const rule = await findRule(app.read, place, request.params.strategyId)
      if (!rule) throw notFound('rule', request.params.strategyId)
      warn(reply, ruleWarnings(rule))
      return rule
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    { command: updateRule, ...large },
    async (request, reply) => {
      const input = { ...request.body, ...targetOf(request.params) }
      return checked(reply, (await request.dispatch(updateRule, input)).rule)
    },
  )

  serve(
    'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    { command: patchRule, ...large },
    async (request, reply) => {
      const input = { patches: request.body, ...targetOf(request.params) }
      return checked(reply, (await request.dispatch(patchRule, input)).rule)
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:featureName/environments/:environment/strategies/:strategyId',
    { command: deleteRule },
    async (request, reply) => {
      const done = await request.dispatch(deleteRule, targetOf(request.params))
      if (done === undefined) throw notFound('rule', request.params.strategyId)
      return reply.code(200).send()
    },
  )

  serve('POST /api/admin/segments/strategies', { command: updateRule }, async (request, reply) => {
    const { strategyId: id, projectId: project, environmentId: environment, segmentIds } = request.body
    const place = { id, project, environment }
    const flag = await findFlagOfRule(app.read, request.signedIn().viewer, place)
    if (!flag) throw notFound('rule', id)
    const { rule } = await request.dispatch(updateRule, { ...place, flag, segments: segmentIds })
    return reply
      .code(201)
      .header('location', `strategies/${id}`)
      .send({ projectId: project, environmentId: environment, strategyId: id, segmentIds: rule.segments })
  })
}

type Params = { projectId: string; featureName: string; environment: string }

const placeOf = ({ projectId, featureName, environment }: Params) => ({
  project: projectId,
  flag: featureName,
  environment,
})

const targetOf = (params: Params & { strategyId: string }) => ({ ...placeOf(params), id: params.strategyId })

const withoutId = (body: CreateFeatureStrategy & { id?: unknown }): CreateFeatureStrategy => {
  const { id: _, ...rest } = body
  return rest
}
