import { CompareParams, CompareQuery, Comparison, Promotion } from '@flagstaff/contract/compare'
import { Nothing } from '@flagstaff/contract/schema'
import { withLargeBudget } from '../platform/deadline.ts'
import type { App } from '../platform/http/server.ts'
import { promote } from './commands.ts'
import { readComparison } from './queries.ts'

const tags = ['Flagstaff']

/** A project may hold thousands of flags. */
const MANY_MS = 10_000

export async function compareRoutes(app: App) {
  app.get(
    '/projects/:projectId/compare',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'compareEnvironments',
        summary: 'What flags do in two environments, side by side',
        tags,
        params: CompareParams,
        querystring: CompareQuery,
        response: { 200: Comparison },
      },
    },
    (request) => {
      const place = { project: request.params.projectId, ...request.query }
      return withLargeBudget(MANY_MS, () => readComparison(app.read, request.signedIn().viewer, place))
    },
  )

  app.post(
    '/projects/:projectId/promote',
    {
      config: { command: promote },
      schema: {
        operationId: 'promoteEnvironment',
        summary: 'Copy chosen differences from one environment to another, as one change',
        tags,
        params: CompareParams,
        body: Promotion,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      const input = { ...request.body, project: request.params.projectId }
      await withLargeBudget(MANY_MS, () => request.dispatch(promote, input))
      return reply.code(204).send()
    },
  )
}
