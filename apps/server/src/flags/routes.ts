import {
  BatchStale,
  CloneFeature,
  CreateFeature,
  Feature,
  FlagParams,
  Patches,
  ProjectFlagsParams,
  UpdateFeature,
} from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../platform/http/server.ts'
import { archiveRoutes } from './archive/routes.ts'
import { cloneFlag } from './clone/commands.ts'
import { createFlag, markFlags, patchFlag, updateFlag } from './commands.ts'
import { dependencyRoutes } from './dependencies/routes.ts'
import { lifecycleRoutes } from './lifecycle/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { moveRoutes } from './move/routes.ts'
import { flagReadRoutes } from './reads/routes.ts'
import { ruleRoutes } from './rules/routes.ts'
import { switchRoutes } from './switch/routes.ts'
import { flagTagRoutes } from './tags/routes.ts'
import { flagTypeRoutes } from './types/routes.ts'
import { variantRoutes } from './variants/routes.ts'

const tags = ['Features']

export async function flagRoutes(app: App) {
  const parts = [
    flagReadRoutes,
    ruleRoutes,
    switchRoutes,
    variantRoutes,
    archiveRoutes,
    dependencyRoutes,
    linkRoutes,
    lifecycleRoutes,
    moveRoutes,
    flagTagRoutes,
    flagTypeRoutes,
  ]
  for (const routes of parts) await app.register(routes)

  app.post(
    '/projects/:projectId/features',
    {
      config: { command: createFlag },
      schema: {
        operationId: 'createFeature',
        tags,
        params: ProjectFlagsParams,
        body: CreateFeature,
        response: { 201: Feature },
      },
    },
    async (request, reply) => {
      const flag = await request.dispatch(createFlag, { ...request.body, project: request.params.projectId })
      return reply.code(201).send(flag)
    },
  )

  app.put(
    '/projects/:projectId/features/:featureName',
    {
      config: { command: updateFlag },
      schema: {
        operationId: 'updateFeature',
        tags,
        params: FlagParams,
        body: UpdateFeature,
        response: { 200: Feature },
      },
    },
    (request) => request.dispatch(updateFlag, { ...request.body, ...targetOf(request.params) }),
  )

  app.patch(
    '/projects/:projectId/features/:featureName',
    {
      config: { command: patchFlag },
      schema: {
        operationId: 'patchFeature',
        tags,
        params: FlagParams,
        body: Patches,
        response: { 200: Feature },
      },
    },
    (request) => request.dispatch(patchFlag, { patches: request.body, ...targetOf(request.params) }),
  )

  app.post(
    '/projects/:projectId/features/:featureName/clone',
    {
      config: { command: cloneFlag },
      schema: {
        operationId: 'cloneFeature',
        tags,
        params: FlagParams,
        body: CloneFeature,
        response: { 201: Feature },
      },
    },
    async (request, reply) => {
      const flag = await request.dispatch(cloneFlag, { ...request.body, ...targetOf(request.params) })
      return reply.code(201).send(flag)
    },
  )

  app.post(
    '/projects/:projectId/stale',
    {
      config: { command: markFlags },
      schema: {
        operationId: 'staleFeatures',
        tags,
        params: ProjectFlagsParams,
        body: BatchStale,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      const { features, stale } = request.body
      await request.dispatch(markFlags, { project: request.params.projectId, flags: features, stale })
      return reply.code(202).send()
    },
  )
}

const targetOf = ({ projectId, featureName }: { projectId: string; featureName: string }) => ({
  project: projectId,
  flag: featureName,
})
