import {
  FlagCreators,
  FlagCreatorsQuery,
  HealthReport,
  ProjectFlagCreators,
  ProjectStatus,
} from '@flagstaff/contract/project-status'
import { ProjectParams } from '@flagstaff/contract/projects'
import { notFound } from '../../platform/errors.ts'
import type { App } from '../../platform/http/server.ts'
import { findOverview } from '../reads/queries.ts'
import { findStats, findStatus, listFlagCreators, listFlagsForHealth, searchFlagCreators } from './queries.ts'
import { reportOf, statusOf } from './shape.ts'

const tags = ['Projects']

export async function projectStatusRoutes(app: App) {
  app.get(
    '/projects/:projectId/status',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjectStatus',
        tags,
        params: ProjectParams,
        response: { 200: ProjectStatus },
      },
    },
    async (request) => {
      const { projectId } = request.params
      const row = await findStatus(app.read, request.signedIn().viewer, projectId)
      if (!row) throw notFound('project', projectId)
      return statusOf(row)
    },
  )

  app.get(
    '/projects/:projectId/health-report',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjectHealthReport',
        tags,
        params: ProjectParams,
        response: { 200: HealthReport },
      },
    },
    async (request) => {
      const { projectId } = request.params
      const overview = await findOverview(app.read, request.signedIn().viewer, projectId)
      if (!overview) throw notFound('project', projectId)
      const [flags, stats] = await Promise.all([
        listFlagsForHealth(app.read, projectId),
        findStats(app.read, projectId),
      ])
      return reportOf(overview, flags, stats)
    },
  )

  app.get(
    '/projects/:projectId/flag-creators',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getProjectFlagCreators',
        tags,
        params: ProjectParams,
        response: { 200: ProjectFlagCreators },
      },
    },
    async (request) => {
      const { projectId } = request.params
      const creators = await listFlagCreators(app.read, request.signedIn().viewer, projectId)
      if (!creators) throw notFound('project', projectId)
      return creators
    },
  )

  app.get(
    '/flag-creators',
    {
      config: { permission: 'authenticated' },
      schema: {
        operationId: 'getFlagCreators',
        tags: ['Users'],
        querystring: FlagCreatorsQuery,
        response: { 200: FlagCreators },
      },
    },
    async (request) => searchFlagCreators(app.read, request.signedIn().viewer, request.query),
  )
}
