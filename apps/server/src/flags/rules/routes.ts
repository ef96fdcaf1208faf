import {
  CreateFeatureStrategy,
  FeatureStrategies,
  FeatureStrategy,
  FlagEnvironmentParams,
  Patches,
  RuleParams,
  SetStrategySortOrder,
  UpdateFeatureStrategy,
} from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import { UpdateFeatureStrategySegments } from '@flagstaff/contract/segments'
import type { FastifyReply } from 'fastify'
import { stickinessWarnings } from '../../context/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { warn } from '../../platform/http/warnings.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { createRule, deleteRule, patchRule, sortRules, updateRule } from './commands.ts'
import { findFlagOfRule, findRule, listRules } from './queries.ts'

const tags = ['Features']
const path = '/projects/:projectId/features/:featureName/environments/:environment/strategies'

export async function ruleRoutes(app: App) {
  /** The rule, with a warning if it is sticky on a field that does not exist. */
  const checked = async <R extends { parameters?: Record<string, string> }>(reply: FastifyReply, rule: R) => {
    warn(reply, await stickinessWarnings(app.read, rule.parameters?.stickiness))
    return rule
  }

  app.get(
    path,
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatureStrategies',
        tags,
        params: FlagEnvironmentParams,
        response: { 200: FeatureStrategies },
      },
    },
    async (request) => {
      const place = placeOf(request.params)
      await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      return listRules(app.read, [place.flag], place.environment)
    },
  )

  app.post(
    path,
    {
      config: { command: createRule },
      schema: {
        operationId: 'addFeatureStrategy',
        tags,
        params: FlagEnvironmentParams,
        body: CreateFeatureStrategy,
        response: { 200: FeatureStrategy },
      },
    },
    async (request, reply) => {
      // An id that was sent along is ignored, as it always was.
      const input = { ...withoutId(request.body), ...placeOf(request.params) }
      return checked(reply, await request.dispatch(createRule, input))
    },
  )

  app.post(
    `${path}/set-sort-order`,
    {
      config: { command: sortRules },
      schema: {
        operationId: 'setStrategySortOrder',
        tags,
        params: FlagEnvironmentParams,
        body: SetStrategySortOrder,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(sortRules, { ...placeOf(request.params), order: request.body })
      return reply.code(200).send()
    },
  )

  app.get(
    `${path}/:strategyId`,
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatureStrategy',
        tags,
        params: RuleParams,
        response: { 200: FeatureStrategy },
      },
    },
    async (request) => {
      const place = placeOf(request.params)
      await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      const rule = await findRule(app.read, place, request.params.strategyId)
      if (!rule) throw notFound('rule', request.params.strategyId)
      return rule
    },
  )

  app.put(
    `${path}/:strategyId`,
    {
      config: { command: updateRule },
      schema: {
        operationId: 'updateFeatureStrategy',
        tags,
        params: RuleParams,
        body: UpdateFeatureStrategy,
        response: { 200: FeatureStrategy },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, ...targetOf(request.params) }
      return checked(reply, (await request.dispatch(updateRule, input)).rule)
    },
  )

  app.patch(
    `${path}/:strategyId`,
    {
      config: { command: patchRule },
      schema: {
        operationId: 'patchFeatureStrategy',
        tags,
        params: RuleParams,
        body: Patches,
        response: { 200: FeatureStrategy },
      },
    },
    async (request, reply) => {
      const input = { patches: request.body, ...targetOf(request.params) }
      return checked(reply, (await request.dispatch(patchRule, input)).rule)
    },
  )

  app.delete(
    `${path}/:strategyId`,
    {
      config: { command: deleteRule },
      schema: { operationId: 'deleteFeatureStrategy', tags, params: RuleParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const done = await request.dispatch(deleteRule, targetOf(request.params))
      if (done === undefined) throw notFound('rule', request.params.strategyId)
      return reply.code(200).send()
    },
  )

  app.post(
    '/segments/strategies',
    {
      config: { command: updateRule },
      schema: {
        operationId: 'updateFeatureStrategySegments',
        tags: ['Strategies'],
        body: UpdateFeatureStrategySegments,
        response: { 201: UpdateFeatureStrategySegments },
      },
    },
    async (request, reply) => {
      const { strategyId: id, projectId: project, environmentId: environment, segmentIds } = request.body
      const place = { id, project, environment }
      const flag = await findFlagOfRule(app.read, request.signedIn().viewer, place)
      if (!flag) throw notFound('rule', id)
      const { rule } = await request.dispatch(updateRule, { ...place, flag, segments: segmentIds })
      return reply
        .code(201)
        .header('location', `strategies/${id}`)
        .send({ projectId: project, environmentId: environment, strategyId: id, segmentIds: rule.segments })
    },
  )
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
