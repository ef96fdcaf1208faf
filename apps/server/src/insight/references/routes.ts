import { codeReferencesOperations } from '@flagstaff/contract/operations/code-references'
import { withLargeBudget } from '../../platform/database/deadline.ts'
import { notFound } from '../../platform/errors.ts'
import { largeBody } from '../../platform/http/body-limits.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { replaceReferences } from './commands.ts'
import { readReferences } from './queries.ts'

/** Enough for 100,000 references with snippets of usual length. */
const MOST_BYTES = 32 * 1024 * 1024
const STORE_MS = 10_000

export async function referenceRoutes(app: App) {
  const serve = routesOf(app, codeReferencesOperations)

  serve(
    'PUT /api/admin/code-references/:repository',
    {
      command: replaceReferences,
      ...largeBody(MOST_BYTES),
    },
    async (request, reply) => {
      const input = { ...request.body, repository: request.params.repository }
      await withLargeBudget(STORE_MS, () => request.dispatch(replaceReferences, input))
      return reply.code(204).send()
    },
  )

  serve('GET /api/admin/projects/:projectId/features/:featureName/code-references', async (request) => {
    const { projectId: project, featureName: flag } = request.params
    const references = await readReferences(app.read, request.signedIn().viewer, { project, flag })
    if (!references) throw notFound('flag', flag)
    return references
  })
}
