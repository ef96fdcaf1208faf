import { flagsOperations } from '@flagstaff/contract/operations/flags'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { patchVariants, setVariants } from './commands.ts'

export async function variantRoutes(app: App) {
  const serve = routesOf(app, flagsOperations)
  serve(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    async (request) => {
      const { environment } = request.params
      const place = { ...targetOf(request.params), environment }
      const { variants = [] } = await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      return { version: 1, variants }
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    { command: setVariants },
    async (request) => {
      const variants = await request.dispatch(setVariants, {
        ...targetOf(request.params),
        environments: [request.params.environment],
        variants: request.body,
      })
      return { version: 1, variants }
    },
  )

  serve(
    'PATCH /api/admin/projects/:projectId/features/:featureName/environments/:environment/variants',
    { command: patchVariants },
    async (request) => {
      const { environment } = request.params
      const input = { ...targetOf(request.params), environment, patches: request.body }
      return { version: 1, variants: await request.dispatch(patchVariants, input) }
    },
  )

  serve(
    'PUT /api/admin/projects/:projectId/features/:featureName/variants-batch',
    { command: setVariants },
    async (request) => {
      const { variants = [], environments = [] } = request.body
      const input = { ...targetOf(request.params), environments, variants }
      return { version: 1, variants: await request.dispatch(setVariants, input) }
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
