import { Nothing } from '@flagstaff/contract/schema'
import {
  CreateStrategy,
  Strategies,
  Strategy,
  StrategyNameParams,
  StrategyTypeParams,
  StrategyUses,
  UpdateStrategy,
} from '@flagstaff/contract/strategy-types'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import {
  createStrategy,
  deleteStrategy,
  deprecateStrategy,
  reactivateStrategy,
  updateStrategy,
} from './commands.ts'
import { findStrategy, listStrategies, listUses } from './queries.ts'
import { checkSettings } from './rules.ts'

const tags = ['Strategies']

export async function strategyRoutes(app: App) {
  const allowed = app.settings.strategies
  app.get(
    '/strategies',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getAllStrategies', tags, response: { 200: Strategies } },
    },
    async (request) => ({
      version: 1 as const,
      strategies: await listStrategies(app.read, request.signedIn().viewer),
    }),
  )

  app.post(
    '/strategies',
    {
      config: { command: createStrategy },
      schema: { operationId: 'createStrategy', tags, body: CreateStrategy, response: { 201: Strategy } },
    },
    async (request, reply) => {
      checkSettings(allowed.create, 'defined', 'UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION')
      const strategy = await request.dispatch(createStrategy, request.body)
      return reply.code(201).header('location', `strategies/${strategy.name}`).send(strategy)
    },
  )

  app.get(
    '/strategies/:name',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getStrategy', tags, params: StrategyTypeParams, response: { 200: Strategy } },
    },
    async (request) => {
      const { name } = request.params
      const strategy = await findStrategy(app.read, request.signedIn().viewer, name)
      if (!strategy) throw notFound('strategy', name)
      return strategy
    },
  )

  app.get(
    '/strategies/:name/uses',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'x-getStrategyUses',
        tags,
        params: StrategyTypeParams,
        response: { 200: StrategyUses },
      },
    },
    async (request) => {
      const { name } = request.params
      const { viewer } = request.signedIn()
      if (!(await findStrategy(app.read, viewer, name))) throw notFound('strategy', name)
      return listUses(app.read, viewer, name)
    },
  )

  app.put(
    '/strategies/:name',
    {
      config: { command: updateStrategy },
      schema: {
        operationId: 'updateStrategy',
        tags,
        params: StrategyTypeParams,
        body: UpdateStrategy,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      checkSettings(allowed.edit, 'changed', 'UNLEASH_DISABLE_CUSTOM_STRATEGY_EDITING')
      await request.dispatch(updateStrategy, { ...request.body, name: request.params.name })
      return reply.send()
    },
  )

  app.delete(
    '/strategies/:name',
    {
      config: { command: deleteStrategy },
      schema: { operationId: 'removeStrategy', tags, params: StrategyTypeParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteStrategy, request.params)
      return reply.send()
    },
  )

  app.post(
    '/strategies/:strategyName/deprecate',
    {
      config: { command: deprecateStrategy },
      schema: {
        operationId: 'deprecateStrategy',
        tags,
        params: StrategyNameParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(deprecateStrategy, { name: request.params.strategyName })
      return reply.send()
    },
  )

  app.post(
    '/strategies/:strategyName/reactivate',
    {
      config: { command: reactivateStrategy },
      schema: {
        operationId: 'reactivateStrategy',
        tags,
        params: StrategyNameParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(reactivateStrategy, { name: request.params.strategyName })
      return reply.send()
    },
  )
}
