import { SearchFeatures, SearchFeaturesQuery } from '@flagstaff/contract/search'
import type { FastifyRequest } from 'fastify'
import type { App } from '../platform/http/server.ts'
import { searchFlags } from './queries.ts'
import { readFlagSearch } from './rules.ts'

export async function searchRoutes(app: App) {
  app.get(
    '/search/features',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'searchFeatures',
        tags: ['Search'],
        querystring: SearchFeaturesQuery,
        response: { 200: SearchFeatures },
      },
      preValidation: gatherStatus,
    },
    (request) => searchFlags(app.read, request.signedIn().viewer, readFlagSearch(request.query)),
  )
}

/** Once or several times, as `status` or `status[]`: it becomes one list. */
async function gatherStatus(request: FastifyRequest) {
  const query = request.query as Record<string, string | string[] | undefined>
  const status = [query.status ?? [], query['status[]'] ?? []].flat()
  if (status.length > 0) query.status = status
}
