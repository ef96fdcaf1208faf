import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { warn } from '../../platform/http/warnings.ts'
import { addDependency, removeAllDependencies, removeDependency } from './commands.ts'
import { hasDependencies, listPossibleParents, listVariantNames } from './queries.ts'

export async function dependencyRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve('GET /api/admin/projects/:projectId/dependencies', (request) =>
    hasDependencies(app.read, request.signedIn().viewer, request.params.projectId),
  )

  serve(
    'POST /api/admin/projects/:projectId/features/:child/dependencies',
    { command: addDependency },
    async (request, reply) => {
      const { projectId, child } = request.params
      await request.dispatch(addDependency, { ...request.body, project: projectId, flag: child })
      const { feature, enabled = true, variants = [] } = request.body
      const { viewer } = request.signedIn()
      const known = await listVariantNames(app.read, viewer, { project: projectId, flag: feature })
      const missing = enabled ? variants.filter((name) => !known.includes(name)) : []
      if (missing.length > 0) warn(reply, [missingVariants(feature, missing)])
      return reply.code(200).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:child/dependencies',
    { command: removeAllDependencies },
    async (request, reply) => {
      const { projectId, child } = request.params
      await request.dispatch(removeAllDependencies, { project: projectId, flag: child })
      return reply.code(200).send()
    },
  )

  serve(
    'DELETE /api/admin/projects/:projectId/features/:child/dependencies/:parent',
    { command: removeDependency },
    async (request, reply) => {
      const { projectId, child, parent } = request.params
      await request.dispatch(removeDependency, { project: projectId, flag: child, feature: parent })
      return reply.code(200).send()
    },
  )

  serve('GET /api/admin/projects/:projectId/features/:child/parents', (request) => {
    const { projectId, child } = request.params
    return listPossibleParents(app.read, request.signedIn().viewer, { project: projectId, flag: child })
  })

  serve('GET /api/admin/projects/:projectId/features/:parent/parent-variants', (request) => {
    const { projectId, parent } = request.params
    return listVariantNames(app.read, request.signedIn().viewer, { project: projectId, flag: parent })
  })
}

const missingVariants = (parent: string, variants: readonly string[]) =>
  `${parent} has no variant ${variants.join(', ')}. Without one of these variants, the dependency is not met in Node.js, browsers and OFREP, and met in Java, Python and Rust.`
