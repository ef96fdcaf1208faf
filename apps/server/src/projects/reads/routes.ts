import { ProjectOverview, ProjectParams, Projects, ProjectsQuery } from '@flagstaff/contract/projects'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { findOverview, listProjects } from './queries.ts'

const tags = ['Projects']

export async function projectReadRoutes(app: App) {
  app.get(
    '/projects',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjects',
        tags,
        querystring: ProjectsQuery,
        response: { 200: Projects },
      },
    },
    async (request) => ({
      version: 1,
      projects: await listProjects(app.read, request.signedIn().viewer, request.query.archived ?? false),
    }),
  )

  app.get(
    '/projects/:projectId/overview',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjectOverview',
        tags,
        params: ProjectParams,
        response: { 200: ProjectOverview },
      },
    },
    async (request) => {
      const overview = await findOverview(app.read, request.signedIn().viewer, request.params.projectId)
      if (!overview) throw notFound('project', request.params.projectId)
      return overview
    },
  )
}
