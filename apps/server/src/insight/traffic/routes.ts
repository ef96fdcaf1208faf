import { trafficOperations } from '@flagstaff/contract/operations/traffic'
import type { NetworkTraffic, TrafficRange } from '@flagstaff/contract/traffic'
import { trafficGroups } from '@flagstaff/delivery'
import type { Reader } from '../../platform/database/database.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { type AppRow, countBetween, listApps, listDays, listSeries, listSteps } from './queries.ts'
import {
  type Counts,
  daysOf,
  dayText,
  pointsOf,
  ranges,
  requestsIn,
  startOf,
  toLines,
  toMatrix,
  toMeteredConnections,
  toMeteredRequests,
  total,
  toUsage,
} from './rules.ts'

const STEP = 300
const STEPS = 72
const MOST_SERIES = 100
const MOST_APPS = 100
const RECENT_SECONDS = 300

export async function trafficRoutes(app: App) {
  const serve = routesOf(app, trafficOperations)

  serve('GET /api/admin/traffic', (request) => readTraffic(app.read, request.query.range ?? 'day'))

  serve('GET /api/admin/traffic.csv', async (request, reply) => {
    const traffic = await readTraffic(app.read, request.query.range ?? 'day')
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="traffic-${traffic.range}.csv"`)
      .send(toCsv(['api', 'requests', 'ok', 'notModified', 'refused', 'failed', 'topApp'], toLines(traffic)))
  })

  serve('GET /api/admin/metrics/rps', async () => {
    const since = (Math.floor(Date.now() / 1_000 / STEP) - STEPS) * STEP
    const read = (isAdmin: boolean) =>
      listSeries(app.read, { since: new Date(since * 1_000), step: STEP, most: MOST_SERIES, isAdmin })
    const [clients, admin] = await Promise.all([read(false), read(true)])
    const form = { since, step: STEP, steps: STEPS }
    return { clientMetrics: toMatrix(clients, form), adminMetrics: toMatrix(admin, form) }
  })

  const readDays = async ({ from, to }: { from: string; to: string }) => {
    daysOf({ from, to })
    return listDays(app.read, from, to)
  }
  serve('GET /api/admin/metrics/traffic', async ({ query }) => toUsage(await readDays(query), query))
  serve('GET /api/admin/metrics/request', async ({ query }) =>
    toMeteredRequests(await readDays(query), query),
  )
  serve('GET /api/admin/metrics/connection', async ({ query }) =>
    toMeteredConnections(await readDays(query), query),
  )
}

type Row = Counts & { group: string; at: number }
type Read = { rows: Row[]; edges: Row[]; apps: AppRow[]; before: number | null }

async function readTraffic(db: Reader, name: TrafficRange): Promise<NetworkTraffic> {
  const range = ranges[name]
  const now = Date.now()
  const since = startOf(range, now)
  const { rows, edges, apps, before } =
    range.source === 'minutes' ? await readMinutes(db, range, since) : await readDays(db, since, now)
  return {
    range: name,
    from: new Date(since * 1_000).toISOString(),
    step: range.step,
    before,
    groups: trafficGroups.flatMap((group) => {
      const own = rows.filter((row) => row.group === group)
      if (own.length === 0) return []
      return [{ group, ...total(own), points: pointsOf(own, range, since), top: topOf(apps, group) }]
    }),
    edges: { ...total(edges), points: pointsOf(edges, range, since) },
    apps: toApps(apps),
  }
}

async function readMinutes(
  db: Reader,
  { step, steps }: { step: number; steps: number },
  since: number,
): Promise<Read> {
  const start = new Date(since * 1_000)
  const [rows, apps, before] = await Promise.all([
    listSteps(db, start, step),
    listApps(db, start, MOST_APPS),
    countBetween(db, new Date((since - step * steps) * 1_000), start),
  ])
  return { rows, edges: [], apps, before }
}

async function readDays(db: Reader, since: number, now: number): Promise<Read> {
  const all = (await listDays(db, dayText(since * 1_000), dayText(now))).map((row) => ({
    ...row,
    at: Date.parse(`${row.day}T00:00:00Z`) / 1_000,
  }))
  const of = (source: string) => all.filter((row) => row.source === source)
  return { rows: of('server'), edges: of('edge'), apps: [], before: null }
}

function topOf(apps: readonly AppRow[], group: string): NetworkTraffic['groups'][number]['top'] {
  const own = apps.filter((row) => row.group === group)
  const [first] = own.sort((a, b) => requestsIn(b) - requestsIn(a))
  return first ? { app: first.app, requests: requestsIn(first) } : null
}

function toApps(rows: readonly AppRow[]): NetworkTraffic['apps'] {
  const apps = [...Map.groupBy(rows, ({ app }) => app)].map(([app, list]) => ({
    app,
    ...total(list),
    rate: list.reduce((sum, { recent }) => sum + recent, 0) / RECENT_SECONDS,
    groups: list.map(({ group }) => group),
  }))
  return apps.sort((a, b) => requestsIn(b) - requestsIn(a))
}
