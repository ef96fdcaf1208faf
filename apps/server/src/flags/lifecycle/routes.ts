import { FlagParams } from '@flagstaff/contract/flags'
import {
  FeatureLifecycle,
  FeatureLifecycleCompleted,
  FeatureLifecycleCount,
  LifecycleCountQuery,
} from '@flagstaff/contract/lifecycle'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../../platform/http/server.ts'
import { completeFlag, uncompleteFlag } from './commands.ts'
import { countStages, listStages } from './queries.ts'

const tags = ['Features']
const lifecycle = '/projects/:projectId/features/:featureName/lifecycle'

export async function lifecycleRoutes(app: App) {
  app.get(
    '/lifecycle/count',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatureLifecycleStageCount',
        tags,
        querystring: LifecycleCountQuery,
        response: { 200: FeatureLifecycleCount },
      },
    },
    (request) => countStages(app.read, request.signedIn().viewer, request.query.project),
  )

  app.get(
    lifecycle,
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFeatureLifecycle',
        tags,
        params: FlagParams,
        response: { 200: FeatureLifecycle },
      },
    },
    (request) => listStages(app.read, request.signedIn().viewer, targetOf(request.params)),
  )

  app.post(
    `${lifecycle}/complete`,
    {
      config: { command: completeFlag },
      schema: {
        operationId: 'complete',
        tags,
        params: FlagParams,
        body: FeatureLifecycleCompleted,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(completeFlag, { ...request.body, ...targetOf(request.params) })
      return reply.code(200).send()
    },
  )

  app.post(
    `${lifecycle}/uncomplete`,
    {
      config: { command: uncompleteFlag },
      schema: { operationId: 'uncomplete', tags, params: FlagParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(uncompleteFlag, targetOf(request.params))
      return reply.code(200).send()
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
