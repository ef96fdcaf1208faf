import { Name } from '@flagstaff/contract/common'
import {
  CloneEnvironment,
  CreateEnvironment,
  Environment,
  EnvironmentParams,
  Environments,
  EnvironmentsProject,
  SortOrder,
  UpdateEnvironment,
} from '@flagstaff/contract/environments'
import { ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { withLargeBudget } from '../platform/deadline.ts'
import { nameTaken, notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { cloneEnvironment } from './clone/commands.ts'
import {
  createEnvironment,
  disableEnvironment,
  enableEnvironment,
  sortEnvironments,
  updateEnvironment,
} from './commands.ts'
import { findEnvironment, isProject, listEnvironments, listEnvironmentsOfProject } from './queries.ts'
import { deleteEnvironment } from './removal/commands.ts'
import { checkEnvironmentName } from './rules.ts'

const tags = ['Environments']

/** Every flag of the installation may be concerned: more than the usual time of a request. */
const WHOLE_ENVIRONMENT_MS = 9_000

export async function environmentRoutes(app: App) {
  app.get(
    '/environments',
    {
      config: { permission: 'authenticated' },
      schema: { operationId: 'getAllEnvironments', tags, response: { 200: Environments } },
    },
    async (request) => ({
      version: 1,
      environments: await listEnvironments(app.read, request.signedIn().viewer),
    }),
  )

  app.get(
    '/environments/project/:projectId',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjectEnvironments',
        tags,
        params: ProjectParams,
        response: { 200: EnvironmentsProject },
      },
    },
    async (request) => {
      const { projectId } = request.params
      if (!(await isProject(app.read, request.signedIn().viewer, projectId)))
        throw notFound('project', projectId)
      return { version: 1, environments: await listEnvironmentsOfProject(app.read, projectId) }
    },
  )

  app.get(
    '/environments/:name',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getEnvironment',
        tags,
        params: EnvironmentParams,
        response: { 200: Environment },
      },
    },
    async (request) => {
      const environment = await findEnvironment(app.read, request.params.name)
      if (!environment) throw notFound('environment', request.params.name)
      return environment
    },
  )

  app.post(
    '/environments',
    {
      config: { command: createEnvironment },
      schema: {
        operationId: 'createEnvironment',
        tags,
        body: CreateEnvironment,
        response: { 201: Environment },
      },
    },
    async (request, reply) => {
      const environment = await request.dispatch(createEnvironment, request.body)
      return reply.code(201).header('location', `environments/${environment.name}`).send(environment)
    },
  )

  app.post(
    '/environments/validate',
    {
      config: { permission: 'ADMIN' },
      schema: { operationId: 'validateEnvironmentName', tags, body: Name, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { name } = request.body
      checkEnvironmentName(name)
      if (await findEnvironment(app.read, name)) throw nameTaken('environment', name)
      return reply.send()
    },
  )

  app.put(
    '/environments/sort-order',
    {
      config: { command: sortEnvironments },
      schema: { operationId: 'updateSortOrder', tags, body: SortOrder, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(sortEnvironments, { order: request.body })
      return reply.send()
    },
  )

  app.put(
    '/environments/update/:name',
    {
      config: { command: updateEnvironment },
      schema: {
        operationId: 'updateEnvironment',
        tags,
        params: EnvironmentParams,
        body: UpdateEnvironment,
        response: { 200: Environment },
      },
    },
    async (request) => request.dispatch(updateEnvironment, { ...request.body, name: request.params.name }),
  )

  app.post(
    '/environments/:name/on',
    {
      config: { command: enableEnvironment },
      schema: {
        operationId: 'toggleEnvironmentOn',
        tags,
        params: EnvironmentParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(enableEnvironment, request.params)
      return reply.code(204).send()
    },
  )

  app.post(
    '/environments/:name/off',
    {
      config: { command: disableEnvironment },
      schema: {
        operationId: 'toggleEnvironmentOff',
        tags,
        params: EnvironmentParams,
        response: { 204: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(disableEnvironment, request.params)
      return reply.code(204).send()
    },
  )

  app.post(
    '/environments/:name/clone',
    {
      config: { command: cloneEnvironment },
      schema: {
        operationId: 'cloneEnvironment',
        tags,
        params: EnvironmentParams,
        body: CloneEnvironment,
        response: { 200: Environment },
      },
    },
    async (request) =>
      withLargeBudget(WHOLE_ENVIRONMENT_MS, () =>
        request.dispatch(cloneEnvironment, { ...request.body, source: request.params.name }),
      ),
  )

  app.delete(
    '/environments/:name',
    {
      config: { command: deleteEnvironment },
      schema: {
        operationId: 'removeEnvironment',
        tags,
        params: EnvironmentParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await withLargeBudget(WHOLE_ENVIRONMENT_MS, () => request.dispatch(deleteEnvironment, request.params))
      return reply.send()
    },
  )
}
