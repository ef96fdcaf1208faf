import { searchOperations } from '@flagstaff/contract/operations/search'
import type { FastifyRequest } from 'fastify'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { searchFlags } from './queries.ts'
import { readFlagSearch } from './rules.ts'

export async function searchRoutes(app: App) {
  const serve = routesOf(app, searchOperations)
  serve('GET /api/admin/search/features', { preValidation: gatherStatus }, (request) =>
    searchFlags(app.read, request.signedIn().viewer, readFlagSearch(request.query)),
  )
}

/** Merges `status` and `status[]`, single or repeated, into one list. */
async function gatherStatus(request: FastifyRequest) {
  const query = request.query as Record<string, string | string[] | undefined>
  const status = [query.status ?? [], query['status[]'] ?? []].flat()
  if (status.length > 0) query.status = status
}
