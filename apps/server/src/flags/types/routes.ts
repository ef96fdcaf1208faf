import {
  FeatureType,
  FeatureTypes,
  FlagTypeParams,
  UpdateFeatureTypeLifetime,
} from '@flagstaff/contract/flag-types'
import type { App } from '../../platform/http/server.ts'
import { setLifetime } from './commands.ts'
import { listFlagTypes } from './queries.ts'

const tags = ['Feature Types']

export async function flagTypeRoutes(app: App) {
  app.get(
    '/feature-types',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getAllFeatureTypes', tags, response: { 200: FeatureTypes } },
    },
    async () => ({ version: 1 as const, types: await listFlagTypes(app.read) }),
  )

  app.put(
    '/feature-types/:id/lifetime',
    {
      config: { command: setLifetime },
      schema: {
        operationId: 'updateFeatureTypeLifetime',
        tags,
        params: FlagTypeParams,
        body: UpdateFeatureTypeLifetime,
        response: { 200: FeatureType },
      },
    },
    (request) => request.dispatch(setLifetime, { ...request.body, id: request.params.id }),
  )
}
