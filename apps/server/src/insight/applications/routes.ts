import { applicationsOperations } from '@flagstaff/contract/operations/applications'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
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

export async function applicationRoutes(app: App) {
  /** The permission check has already verified that the caller can see the project. */
  const serve = routesOf(app, applicationsOperations)
  const requireProject = async (id: string) => {
    if (!(await isProject(app.read, id))) throw notFound('project', id)
  }

  serve('GET /api/admin/metrics/applications', (request) =>
    listApplications(app.read, request.signedIn().viewer, readPage(request.query)),
  )

  serve('GET /api/admin/metrics/applications/:appName', async (request) => {
    const { appName } = request.params
    const details = await readDetails(app.read, request.signedIn().viewer, appName)
    if (!details) throw notFound('application', appName)
    return details
  })

  serve('POST /api/admin/metrics/applications/:appName', { command: annotate }, async (request, reply) => {
    await request.dispatch(annotate, { ...request.body, appName: request.params.appName })
    return reply.code(202).send()
  })

  serve('DELETE /api/admin/metrics/applications/:appName', { command: forget }, async (request, reply) => {
    await request.dispatch(forget, { appName: request.params.appName })
    return reply.send()
  })

  serve('GET /api/admin/metrics/applications/:appName/overview', async (request) => {
    const { appName } = request.params
    const overview = await readOverview(app.read, request.signedIn().viewer, appName)
    if (!overview) throw notFound('application', appName)
    return overview
  })

  serve('GET /api/admin/metrics/instances/:appName/environment/:environment', async (request) => {
    const { appName, environment } = request.params
    const { viewer } = request.signedIn()
    if (!(await findApplication(app.read, viewer, appName))) throw notFound('application', appName)
    const found = await listInstances(app.read, viewer, { app: appName, environment })
    return {
      instances: found.map((one) => ({
        instanceId: one.instance,
        ...(one.connection_id === null ? {} : { connectionId: one.connection_id }),
        sdkVersion: one.sdk_version,
        clientIp: one.ip,
        lastSeen: one.seen_at.toISOString(),
      })),
    }
  })

  serve('GET /api/admin/metrics/sdks/outdated', async (request) => ({
    sdks: outdatedOf(await listSdks(app.read, request.signedIn().viewer)),
  }))

  serve('GET /api/admin/projects/:projectId/applications', async (request) => {
    await requireProject(request.params.projectId)
    return listProjectApplications(app.read, request.params.projectId, readPage(request.query))
  })

  serve('GET /api/admin/projects/:projectId/sdks/outdated', async (request) => {
    const { projectId } = request.params
    await requireProject(projectId)
    return { sdks: outdatedOf(await listSdks(app.read, request.signedIn().viewer, projectId)) }
  })

  serve('GET /api/admin/projects/:projectId/sdks/operators', async (request) => {
    const { projectId } = request.params
    await requireProject(projectId)
    return ignoringOf(await listProjectSdks(app.read, projectId))
  })
}
