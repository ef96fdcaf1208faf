import { projectsOperations } from '@flagstaff/contract/operations/projects'
import { nameTaken } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { createProject, updateProject, updateProjectSettings } from './commands.ts'
import { projectEnvironmentRoutes } from './environments/routes.ts'
import { archiveProject, reviveProject } from './lifecycle/commands.ts'
import { findProject } from './queries.ts'
import { projectReadRoutes } from './reads/routes.ts'
import { deleteProject } from './removal/commands.ts'
import { checkProjectId } from './rules.ts'
import { projectStatusRoutes } from './status/routes.ts'

export async function projectRoutes(app: App) {
  const serve = routesOf(app, projectsOperations)
  await projectReadRoutes(app)
  await projectStatusRoutes(app)
  await projectEnvironmentRoutes(app)

  serve('POST /api/admin/projects', { command: createProject }, async (request, reply) => {
    const project = await request.dispatch(createProject, request.body)
    return reply.code(201).header('location', `projects/${project.id}`).send(project)
  })

  serve('POST /api/admin/projects/validate', { forProposers: true }, async (request, reply) => {
    const { id } = request.body
    checkProjectId(id)
    if (await findProject(app.read, id)) throw nameTaken('project', id)
    return reply.send()
  })

  serve('PUT /api/admin/projects/:projectId', { command: updateProject }, async (request, reply) => {
    await request.dispatch(updateProject, { ...request.body, project: request.params.projectId })
    return reply.send()
  })

  serve(
    'PUT /api/admin/projects/:projectId/settings',
    { command: updateProjectSettings },
    async (request, reply) => {
      await request.dispatch(updateProjectSettings, { ...request.body, project: request.params.projectId })
      return reply.send()
    },
  )

  serve(
    'POST /api/admin/projects/archive/:projectId',
    { command: archiveProject },
    async (request, reply) => {
      await request.dispatch(archiveProject, { project: request.params.projectId })
      return reply.send()
    },
  )

  serve('POST /api/admin/projects/revive/:projectId', { command: reviveProject }, async (request, reply) => {
    await request.dispatch(reviveProject, { project: request.params.projectId })
    return reply.send()
  })

  serve('DELETE /api/admin/projects/:projectId', { command: deleteProject }, async (request, reply) => {
    await request.dispatch(deleteProject, { project: request.params.projectId })
    return reply.send()
  })
}
