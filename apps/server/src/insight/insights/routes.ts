import type { ProjectInsights } from '@flagstaff/contract/insights'
import { insightsOperations } from '@flagstaff/contract/operations/insights'
import { notFound } from '../../platform/errors.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { findOverview, findStats } from '../../setup/projects/index.ts'
import { ratingsOf, toLines } from './charts.ts'
import { projectsOf } from './days.ts'
import { toLifecycle } from './lifecycle.ts'
import { listLeadTimes, listStages } from './project-queries.ts'
import { listCurrent, listSeen } from './queries.ts'
import { readCharts, readTrends } from './reads.ts'

export async function insightRoutes(app: App) {
  const serve = routesOf(app, insightsOperations)
  serve('GET /api/admin/insights', (request) => readTrends(app.read, request.signedIn(), request.query))

  serve('GET /api/admin/insights/lifecycle', async (request) => {
    const seen = await listSeen(app.read, request.signedIn().viewer, projectsOf(request.query.projects))
    return toLifecycle(await listStages(app.read, seen))
  })

  serve('GET /api/admin/insights/charts', (request) =>
    readCharts(app.read, request.signedIn().viewer, request.query),
  )

  serve('GET /api/admin/insights/charts.csv', async (request, reply) => {
    const charts = await readCharts(app.read, request.signedIn().viewer, request.query)
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="insights.csv"')
      .send(toCsv(['chart', 'series', 'project', 'date', 'value'], toLines(charts)))
  })

  serve('GET /api/admin/projects/:projectId/insights', (request) =>
    projectInsights(app, request.signedIn().viewer, request.params.projectId),
  )

  serve('GET /api/admin/projects/:projectId/dora', async (request) => {
    const { projectId } = request.params
    const { viewer } = request.signedIn()
    if (!(await findOverview(app.read, viewer, projectId))) throw notFound('project', projectId)
    return listLeadTimes(app.read, projectId)
  })
}

async function projectInsights({ read }: App, viewer: Viewer, project: string): Promise<ProjectInsights> {
  const overview = await findOverview(read, viewer, project)
  if (!overview) throw notFound('project', project)
  const [stats, leadTime, [current]] = await Promise.all([
    findStats(read, project),
    listLeadTimes(read, project),
    listCurrent(read, [project]),
  ])
  return {
    stats,
    leadTime,
    featureTypeCounts: overview.featureTypeCounts ?? [],
    ...ratingsOf(current),
    members: { currentMembers: overview.members ?? 0, change: stats.projectMembersAddedCurrentWindow },
  }
}
