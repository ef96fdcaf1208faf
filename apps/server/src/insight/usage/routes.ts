import { usageOperations } from '@flagstaff/contract/operations/usage'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { isFlag, listDays, listHours, readLastHour } from './queries.ts'
import { fillGaps, HOURS_KEPT, readHoursBack, stepsBack } from './rules.ts'
import { readSparklines, splitByEnvironment } from './sparkline-queries.ts'
import { listUnknown } from './unknown/queries.ts'

/** Of older SDKs and servers. */
const retired = [
  'GET /api/admin/metrics/feature-toggles',
  'GET /api/admin/metrics/feature-toggles/:name',
  'GET /api/admin/metrics/seen-apps',
  'GET /api/admin/metrics/seen-toggles',
] as const

export async function usageRoutes(app: App) {
  const serve = routesOf(app, usageOperations)
  const requireFlag = async (viewer: Viewer, name: string) => {
    if (!(await isFlag(app.read, viewer, name))) throw notFound('flag', name)
  }

  serve('GET /api/admin/client-metrics/features/:name', async (request) => {
    const { name } = request.params
    await requireFlag(request.signedIn().viewer, name)
    const usage = await readLastHour(app.read, name)
    return { version: 1, maturity: 'stable', featureName: name, ...usage }
  })

  serve('GET /api/admin/client-metrics/features/:name/raw', async (request) => {
    const { name } = request.params
    const hoursBack = readHoursBack(request.query.hoursBack)
    const steps = stepsBack(hoursBack)
    const asked = { flag: name, since: steps[0] ?? new Date() }
    const list = hoursBack > HOURS_KEPT ? listDays : listHours
    await requireFlag(request.signedIn().viewer, name)
    const used = await list(app.read, asked)
    return { version: 1, maturity: 'stable', data: fillGaps(name, steps, used) }
  })

  serve('POST /api/admin/usage/sparklines', { forProposers: true }, async (request) => {
    const { features, environment = null, hours = 24, byEnvironment = false } = request.body
    const since = stepsBack(hours)[0] ?? new Date()
    const asked = { flags: features, environment, hours, since }
    const found = await readSparklines(app.read, request.signedIn().viewer, asked)
    const shown = byEnvironment ? await splitByEnvironment(app.read, found, asked) : found
    return { hours, since: since.toISOString(), features: shown }
  })

  serve('GET /api/admin/metrics/unknown-flags', async (request) => ({
    unknownFlags: await listUnknown(app.read, request.signedIn().viewer),
  }))

  for (const key of retired)
    serve(key, async (_request, reply) =>
      reply.code(410).send({ lastHour: {}, lastMinute: {}, maturity: 'deprecated' }),
    )
}
