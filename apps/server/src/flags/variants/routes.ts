import { Variants } from '@flagstaff/contract/common'
import {
  FeatureVariants,
  FlagEnvironmentParams,
  FlagParams,
  Patches,
  PushVariants,
} from '@flagstaff/contract/flags'
import type { App } from '../../platform/http/server.ts'
import { readFlagEnvironment } from '../reads/queries.ts'
import { patchVariants, setVariants } from './commands.ts'

const tags = ['Features']
const path = '/projects/:projectId/features/:featureName/environments/:environment/variants'

export async function variantRoutes(app: App) {
  app.get(
    path,
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getEnvironmentFeatureVariants',
        tags,
        params: FlagEnvironmentParams,
        response: { 200: FeatureVariants },
      },
    },
    async (request) => {
      const { environment } = request.params
      const place = { ...targetOf(request.params), environment }
      const { variants = [] } = await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      return { version: 1, variants }
    },
  )

  app.put(
    path,
    {
      config: { command: setVariants, permission: 'UPDATE_FEATURE_ENVIRONMENT_VARIANTS' },
      schema: {
        operationId: 'overwriteEnvironmentFeatureVariants',
        tags,
        params: FlagEnvironmentParams,
        body: Variants,
        response: { 200: FeatureVariants },
      },
    },
    async (request) => {
      const variants = await request.dispatch(setVariants, {
        ...targetOf(request.params),
        environments: [request.params.environment],
        variants: request.body,
      })
      return { version: 1, variants }
    },
  )

  app.patch(
    path,
    {
      config: { command: patchVariants },
      schema: {
        operationId: 'patchEnvironmentsFeatureVariants',
        tags,
        params: FlagEnvironmentParams,
        body: Patches,
        response: { 200: FeatureVariants },
      },
    },
    async (request) => {
      const { environment } = request.params
      const input = { ...targetOf(request.params), environment, patches: request.body }
      return { version: 1, variants: await request.dispatch(patchVariants, input) }
    },
  )

  app.put(
    '/projects/:projectId/features/:featureName/variants-batch',
    {
      config: { command: setVariants },
      schema: {
        operationId: 'overwriteFeatureVariantsOnEnvironments',
        tags,
        params: FlagParams,
        body: PushVariants,
        response: { 200: FeatureVariants },
      },
    },
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
