import {
  CreateProject,
  ProjectCreated,
  ProjectParams,
  UpdateProject,
  UpdateProjectEnterpriseSettings,
  ValidateProject,
} from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { nameTaken } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { createProject, updateProject, updateProjectSettings } from './commands.ts'
import { projectEnvironmentRoutes } from './environments/routes.ts'
import { archiveProject, reviveProject } from './lifecycle/commands.ts'
import { findProject } from './queries.ts'
import { projectReadRoutes } from './reads/routes.ts'
import { deleteProject } from './removal/commands.ts'
import { checkProjectId } from './rules.ts'
import { projectStatusRoutes } from './status/routes.ts'

const tags = ['Projects']

export async function projectRoutes(app: App) {
  await projectReadRoutes(app)
  await projectStatusRoutes(app)
  await projectEnvironmentRoutes(app)

  app.post(
    '/projects',
    {
      config: { command: createProject },
      schema: { operationId: 'createProject', tags, body: CreateProject, response: { 201: ProjectCreated } },
    },
    async (request, reply) => {
      const project = await request.dispatch(createProject, request.body)
      return reply.code(201).header('location', `projects/${project.id}`).send(project)
    },
  )

  app.post(
    '/projects/validate',
    {
      config: { permission: 'CREATE_PROJECT' },
      schema: { operationId: 'validateProject', tags, body: ValidateProject, response: { 200: Nothing } },
    },
    async (request, reply) => {
      const { id } = request.body
      checkProjectId(id)
      if (await findProject(app.read, id)) throw nameTaken('project', id)
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId',
    {
      config: { command: updateProject },
      schema: {
        operationId: 'updateProject',
        tags,
        params: ProjectParams,
        body: UpdateProject,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(updateProject, { ...request.body, project: request.params.projectId })
      return reply.send()
    },
  )

  app.put(
    '/projects/:projectId/settings',
    {
      config: { command: updateProjectSettings },
      schema: {
        operationId: 'updateProjectEnterpriseSettings',
        tags,
        params: ProjectParams,
        body: UpdateProjectEnterpriseSettings,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(updateProjectSettings, { ...request.body, project: request.params.projectId })
      return reply.send()
    },
  )

  app.post(
    '/projects/archive/:projectId',
    {
      config: { command: archiveProject },
      schema: { operationId: 'archiveProject', tags, params: ProjectParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(archiveProject, { project: request.params.projectId })
      return reply.send()
    },
  )

  app.post(
    '/projects/revive/:projectId',
    {
      config: { command: reviveProject },
      schema: { operationId: 'reviveProject', tags, params: ProjectParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(reviveProject, { project: request.params.projectId })
      return reply.send()
    },
  )

  app.delete(
    '/projects/:projectId',
    {
      config: { command: deleteProject },
      schema: { operationId: 'deleteProject', tags, params: ProjectParams, response: { 200: Nothing } },
    },
    async (request, reply) => {
      await request.dispatch(deleteProject, { project: request.params.projectId })
      return reply.send()
    },
  )
}
