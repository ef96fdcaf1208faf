import { strategiesOperations } from '@flagstaff/contract/operations/strategies'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import {
  createStrategy,
  deleteStrategy,
  deprecateStrategy,
  reactivateStrategy,
  updateStrategy,
} from './commands.ts'
import { findStrategy, listStrategies, listUses } from './queries.ts'
import { checkSettings } from './rules.ts'

export async function strategyRoutes(app: App) {
  const serve = routesOf(app, strategiesOperations)
  const allowed = app.settings.strategies
  serve('GET /api/admin/strategies', async (request) => ({
    version: 1 as const,
    strategies: await listStrategies(app.read, request.signedIn().viewer),
  }))

  serve('POST /api/admin/strategies', { command: createStrategy }, async (request, reply) => {
    checkSettings(allowed.create, 'defined', 'UNLEASH_DISABLE_CUSTOM_STRATEGY_CREATION')
    const strategy = await request.dispatch(createStrategy, request.body)
    return reply.code(201).header('location', `strategies/${strategy.name}`).send(strategy)
  })

  serve('GET /api/admin/strategies/:name', async (request) => {
    const { name } = request.params
    const strategy = await findStrategy(app.read, request.signedIn().viewer, name)
    if (!strategy) throw notFound('strategy', name)
    return strategy
  })

  serve('GET /api/admin/strategies/:name/uses', async (request) => {
    const { name } = request.params
    const { viewer } = request.signedIn()
    if (!(await findStrategy(app.read, viewer, name))) throw notFound('strategy', name)
    return listUses(app.read, viewer, name)
  })

  serve('PUT /api/admin/strategies/:name', { command: updateStrategy }, async (request, reply) => {
    checkSettings(allowed.edit, 'changed', 'UNLEASH_DISABLE_CUSTOM_STRATEGY_EDITING')
    await request.dispatch(updateStrategy, { ...request.body, name: request.params.name })
    return reply.send()
  })

  serve('DELETE /api/admin/strategies/:name', { command: deleteStrategy }, async (request, reply) => {
    await request.dispatch(deleteStrategy, request.params)
    return reply.send()
  })

  serve(
    'POST /api/admin/strategies/:strategyName/deprecate',
    { command: deprecateStrategy },
    async (request, reply) => {
      await request.dispatch(deprecateStrategy, { name: request.params.strategyName })
      return reply.send()
    },
  )

  serve(
    'POST /api/admin/strategies/:strategyName/reactivate',
    { command: reactivateStrategy },
    async (request, reply) => {
      await request.dispatch(reactivateStrategy, { name: request.params.strategyName })
      return reply.send()
    },
  )
}
