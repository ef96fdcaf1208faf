import {
  FeatureMetrics,
  FeatureUsage,
  RawUsageQuery,
  Retired,
  Sparklines,
  SparklinesQuery,
  UnknownFlags,
  UsageParams,
} from '@flagstaff/contract/usage'
import type { Viewer } from '../platform/actor.ts'
import { notFound } from '../platform/errors.ts'
import type { App } from '../platform/http/server.ts'
import { isFlag, listDays, listHours, readLastHour } from './queries.ts'
import { fillGaps, HOURS_KEPT, readHoursBack, stepsBack } from './rules.ts'
import { readSparklines } from './sparkline-queries.ts'
import { listUnknown } from './unknown/queries.ts'

const tags = ['Metrics']
const config = { permission: 'authenticated' } as const
const retired = [
  ['/metrics/feature-toggles', 'x-featureToggles'],
  ['/metrics/feature-toggles/:name', 'x-featureToggle'],
  ['/metrics/seen-apps', 'x-seenApps'],
  ['/metrics/seen-toggles', 'x-seenToggles'],
] as const

export async function usageRoutes(app: App) {
  const requireFlag = async (viewer: Viewer, name: string) => {
    if (!(await isFlag(app.read, viewer, name))) throw notFound('flag', name)
  }

  app.get(
    '/client-metrics/features/:name',
    {
      config,
      schema: {
        operationId: 'getFeatureUsageSummary',
        tags,
        params: UsageParams,
        response: { 200: FeatureUsage },
      },
    },
    async (request) => {
      const { name } = request.params
      await requireFlag(request.signedIn().viewer, name)
      const usage = await readLastHour(app.read, name)
      return { version: 1, maturity: 'stable', featureName: name, ...usage }
    },
  )

  app.get(
    '/client-metrics/features/:name/raw',
    {
      config,
      schema: {
        operationId: 'getRawFeatureMetrics',
        tags,
        params: UsageParams,
        querystring: RawUsageQuery,
        response: { 200: FeatureMetrics },
      },
    },
    async (request) => {
      const { name } = request.params
      const hoursBack = readHoursBack(request.query.hoursBack)
      const steps = stepsBack(hoursBack)
      const asked = { flag: name, since: steps[0] ?? new Date() }
      const list = hoursBack > HOURS_KEPT ? listDays : listHours
      await requireFlag(request.signedIn().viewer, name)
      const used = await list(app.read, asked)
      return { version: 1, maturity: 'stable', data: fillGaps(name, steps, used) }
    },
  )

  app.post(
    '/usage/sparklines',
    {
      config,
      schema: { operationId: 'getSparklines', tags, body: SparklinesQuery, response: { 200: Sparklines } },
    },
    async (request) => {
      const { features, environment = null, hours = 24 } = request.body
      const since = stepsBack(hours)[0] ?? new Date()
      const asked = { flags: features, environment, hours, since }
      const found = await readSparklines(app.read, request.signedIn().viewer, asked)
      return { hours, since: since.toISOString(), features: found }
    },
  )

  app.get(
    '/metrics/unknown-flags',
    {
      config,
      schema: { operationId: 'getUnknownFlags', tags: ['Unknown Flags'], response: { 200: UnknownFlags } },
    },
    async (request) => ({ unknownFlags: await listUnknown(app.read, request.signedIn().viewer) }),
  )

  for (const [path, operationId] of retired) {
    const schema = { operationId, tags, response: { 410: Retired } }
    app.get(path, { config, schema }, async (_request, reply) =>
      reply.code(410).send({ lastHour: {}, lastMinute: {}, maturity: 'deprecated' }),
    )
  }
}
