import { impactOperations } from '@flagstaff/contract/operations/impact'
import { usageOperations } from '@flagstaff/contract/operations/usage'
import { invalid, notFound } from '../../../platform/errors.ts'
import { requireMetricsToken } from '../../../platform/http/metrics-token.ts'
import { routesOf } from '../../../platform/http/serve.ts'
import type { App } from '../../../platform/http/server.ts'
import { type Caller, confinedTo, sees } from '../../../platform/write/actor.ts'
import { deleteChart, deleteFlagChart, saveChart, saveFlagChart } from './charts/commands.ts'
import { isFlagOf, listFlagCharts, listInstanceCharts } from './charts/queries.ts'
import { toConfig, toInput } from './charts/shown.ts'
import { openPrometheus } from './prometheus/client.ts'
import { sourceRoutes } from './prometheus/routes.ts'
import { listSeries, registerMetric } from './queries.ts'
import { openReads } from './read.ts'
import { findType } from './series-queries.ts'
import { toText } from './text.ts'

/** For Prometheus scrapers. Unauthenticated unless `METRICS_TOKEN` is set. */
export async function impactRoutes(app: App) {
  const serve = routesOf(app, usageOperations)
  serve('GET /internal-backstage/impact/metrics', async (request, reply) => {
    requireMetricsToken(request, app.settings)
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(toText(await listSeries(app.read)))
  })
}

export async function customMetricRoutes(app: App) {
  const serve = routesOf(app, usageOperations)
  const read = (request: { signedIn(): Caller }) =>
    listSeries(app.read, confinedTo(request.signedIn().viewer))
  serve('GET /api/admin/custom-metrics', async (request) => {
    const series = await read(request)
    const metrics = series.map(({ name, type, value, labels }) => ({ name, type, value, labels }))
    return { metrics, count: metrics.length }
  })
  serve('GET /api/admin/custom-metrics/prometheus', async (request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(toText(await read(request))),
  )
}

const ofFlag = '/api/admin/projects/:projectId/features/:featureName/impact-metrics/config'

export async function impactAdminRoutes(app: App) {
  const serve = routesOf(app, impactOperations)
  const prometheus = openPrometheus(app)
  const reads = openReads(app.read, prometheus)
  sourceRoutes(app, prometheus)

  serve('GET /api/admin/impact-metrics', (request) => reads.query(request.query, request.signedIn().viewer))
  serve('GET /api/admin/impact-metrics/metadata', (request) => reads.metrics(request.signedIn().viewer))
  serve('GET /api/admin/impact-metrics/plausible', async () => ({ data: [] }))

  serve('POST /api/admin/impact-metrics/register', async (request, reply) => {
    const { name, type } = request.body
    const isNew = await app.note((db) => registerMetric(db, { name, type }))
    if (!isNew) {
      const known = await findType(app.read, name, confinedTo(request.signedIn().viewer))
      if (known !== null && known !== type)
        throw invalid(`The metric ${name} exists and is a ${known}.`, '/type')
    }
    return reply.code(201).send()
  })

  serve('GET /api/admin/impact-metrics/config', async (request) => ({
    configs: (await listInstanceCharts(app.read, request.signedIn().viewer)).map(toConfig),
  }))
  serve('POST /api/admin/impact-metrics/config', { command: saveChart }, async (request) => {
    const { chart } = await request.dispatch(saveChart, toInput(request.body))
    return toConfig(chart)
  })
  serve('DELETE /api/admin/impact-metrics/config/:id', { command: deleteChart }, async (request, reply) => {
    await request.dispatch(deleteChart, { id: request.params.id })
    return reply.code(204).send()
  })

  serve(`GET ${ofFlag}`, async (request) => {
    const { projectId: project, featureName: flag } = request.params
    if (!sees(request.signedIn().viewer, project) || !(await isFlagOf(app.read, project, flag)))
      throw notFound('flag', flag)
    return { configs: (await listFlagCharts(app.read, flag)).map(toConfig) }
  })
  serve(`POST ${ofFlag}`, { command: saveFlagChart }, async (request) => {
    const { projectId: project, featureName: flag } = request.params
    const { chart } = await request.dispatch(saveFlagChart, { project, flag, ...toInput(request.body) })
    return toConfig(chart)
  })
  serve(`DELETE ${ofFlag}/:id`, { command: deleteFlagChart }, async (request, reply) => {
    const { projectId: project, featureName: flag, id } = request.params
    await request.dispatch(deleteFlagChart, { project, flag, id })
    return reply.code(204).send()
  })
}
