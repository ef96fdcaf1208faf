import {
  ApplicationDetails,
  ApplicationInstances,
  ApplicationOverview,
  ApplicationParams,
  Applications,
  ApplicationsQuery,
  CreateApplication,
  InstanceParams,
  OperatorSupport,
  OutdatedSdks,
  ProjectApplications,
} from '@flagstaff/contract/applications'
import { ProjectParams } from '@flagstaff/contract/projects'
import { Nothing } from '@flagstaff/contract/schema'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { annotate, forget } from './commands.ts'
import {
  isProject,
  listInstances,
  listProjectApplications,
  listProjectSdks,
  listSdks,
} from './detail-queries.ts'
import { ignoringOf } from './operator-support.ts'
import { findApplication, listApplications } from './queries.ts'
import { readDetails, readOverview } from './reads.ts'
import { outdatedOf, readPage } from './rules.ts'

const tags = ['Metrics']
const config = { permission: 'authenticated' } as const

export async function applicationRoutes(app: App) {
  /** That the caller sees it has been checked with the permission. */
  const requireProject = async (id: string) => {
    if (!(await isProject(app.read, id))) throw notFound('project', id)
  }

  app.get(
    '/metrics/applications',
    {
      config,
      schema: {
        operationId: 'getApplications',
        tags,
        querystring: ApplicationsQuery,
        response: { 200: Applications },
      },
    },
    (request) => listApplications(app.read, request.signedIn().viewer, readPage(request.query)),
  )

  app.get(
    '/metrics/applications/:appName',
    {
      config,
      schema: {
        operationId: 'getApplication',
        tags,
        params: ApplicationParams,
        response: { 200: ApplicationDetails },
      },
    },
    async (request) => {
      const { appName } = request.params
      const details = await readDetails(app.read, request.signedIn().viewer, appName)
      if (!details) throw notFound('application', appName)
      return details
    },
  )

  app.post(
    '/metrics/applications/:appName',
    {
      config: { command: annotate },
      schema: {
        operationId: 'createApplication',
        tags,
        params: ApplicationParams,
        body: CreateApplication,
        response: { 202: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(annotate, { ...request.body, appName: request.params.appName })
      return reply.code(202).send()
    },
  )

  app.delete(
    '/metrics/applications/:appName',
    {
      config: { command: forget },
      schema: {
        operationId: 'deleteApplication',
        tags,
        params: ApplicationParams,
        response: { 200: Nothing },
      },
    },
    async (request, reply) => {
      await request.dispatch(forget, { appName: request.params.appName })
      return reply.send()
    },
  )

  app.get(
    '/metrics/applications/:appName/overview',
    {
      config,
      schema: {
        operationId: 'getApplicationOverview',
        tags,
        params: ApplicationParams,
        response: { 200: ApplicationOverview },
      },
    },
    async (request) => {
      const { appName } = request.params
      const overview = await readOverview(app.read, request.signedIn().viewer, appName)
      if (!overview) throw notFound('application', appName)
      return overview
    },
  )

  app.get(
    '/metrics/instances/:appName/environment/:environment',
    {
      config,
      schema: {
        operationId: 'getApplicationEnvironmentInstances',
        tags,
        params: InstanceParams,
        response: { 200: ApplicationInstances },
      },
    },
    async (request) => {
      const { appName, environment } = request.params
      const { viewer } = request.signedIn()
      if (!(await findApplication(app.read, viewer, appName))) throw notFound('application', appName)
      const found = await listInstances(app.read, viewer, { app: appName, environment })
      return {
        instances: found.map((one) => ({
          instanceId: one.instance,
          sdkVersion: one.sdk_version,
          clientIp: one.ip,
          lastSeen: one.seen_at.toISOString(),
        })),
      }
    },
  )

  app.get(
    '/metrics/sdks/outdated',
    { config, schema: { operationId: 'getOutdatedSdks', tags, response: { 200: OutdatedSdks } } },
    async (request) => ({ sdks: outdatedOf(await listSdks(app.read, request.signedIn().viewer)) }),
  )

  app.get(
    '/projects/:projectId/applications',
    {
      config,
      schema: {
        operationId: 'getProjectApplications',
        tags: ['Projects'],
        params: ProjectParams,
        querystring: ApplicationsQuery,
        response: { 200: ProjectApplications },
      },
    },
    async (request) => {
      await requireProject(request.params.projectId)
      return listProjectApplications(app.read, request.params.projectId, readPage(request.query))
    },
  )

  app.get(
    '/projects/:projectId/sdks/outdated',
    {
      config,
      schema: {
        operationId: 'getOutdatedProjectSdks',
        tags: ['Projects'],
        params: ProjectParams,
        response: { 200: OutdatedSdks },
      },
    },
    async (request) => {
      const { projectId } = request.params
      await requireProject(projectId)
      return { sdks: outdatedOf(await listSdks(app.read, request.signedIn().viewer, projectId)) }
    },
  )

  app.get(
    '/projects/:projectId/sdks/operators',
    {
      config,
      schema: {
        operationId: 'getProjectOperatorSupport',
        tags: ['Flagstaff'],
        params: ProjectParams,
        response: { 200: OperatorSupport },
      },
    },
    async (request) => {
      const { projectId } = request.params
      await requireProject(projectId)
      return ignoringOf(await listProjectSdks(app.read, projectId))
    },
  )
}
