import {
  ChildParams,
  CreateDependentFeature,
  DependenciesExist,
  DependencyParams,
  ParentFeatureOptions,
  ParentParams,
  ParentVariantOptions,
} from '@flagstaff/contract/dependencies'
import { ProjectFlagsParams } from '@flagstaff/contract/flags'
import { Nothing } from '@flagstaff/contract/schema'
import type { App } from '../../platform/http/server.ts'
import { addDependency, removeAllDependencies, removeDependency } from './commands.ts'
import { hasDependencies, listPossibleParents, listVariantNames } from './queries.ts'

const tags = ['Dependencies']

export async function dependencyRoutes(app: App) {
  app.get(
    '/projects/:projectId/dependencies',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'checkDependenciesExist',
        tags,
        params: ProjectFlagsParams,
        response: { 200: DependenciesExist },
      },
    },
    (request) => hasDependencies(app.read, request.signedIn().viewer, request.params.projectId),
  )

  app.post(
    '/projects/:projectId/features/:child/dependencies',
    {
      config: { command: addDependency },
      schema: {
        operationId: 'addFeatureDependency',
        tags,
        params: ChildParams,
        body: CreateDependentFeature,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, child } = request.params
      await request.dispatch(addDependency, { ...request.body, project: projectId, flag: child })
      return reply.code(200).send()
    },
  )

  app.delete(
    '/projects/:projectId/features/:child/dependencies',
    {
      config: { command: removeAllDependencies },
      schema: {
        operationId: 'deleteFeatureDependencies',
        tags,
        params: ChildParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, child } = request.params
      await request.dispatch(removeAllDependencies, { project: projectId, flag: child })
      return reply.code(200).send()
    },
  )

  app.delete(
    '/projects/:projectId/features/:child/dependencies/:parent',
    {
      config: { command: removeDependency },
      schema: {
        operationId: 'deleteFeatureDependency',
        tags,
        params: DependencyParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      const { projectId, child, parent } = request.params
      await request.dispatch(removeDependency, { project: projectId, flag: child, feature: parent })
      return reply.code(200).send()
    },
  )

  app.get(
    '/projects/:projectId/features/:child/parents',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'listParentOptions',
        tags,
        params: ChildParams,
        response: { 200: ParentFeatureOptions },
      },
    },
    (request) => {
      const { projectId, child } = request.params
      return listPossibleParents(app.read, request.signedIn().viewer, { project: projectId, flag: child })
    },
  )

  app.get(
    '/projects/:projectId/features/:parent/parent-variants',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'listParentVariantOptions',
        tags,
        params: ParentParams,
        response: { 200: ParentVariantOptions },
      },
    },
    (request) => {
      const { projectId, parent } = request.params
      return listVariantNames(app.read, request.signedIn().viewer, { project: projectId, flag: parent })
    },
  )
}
