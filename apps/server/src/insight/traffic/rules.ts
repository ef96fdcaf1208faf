import type {
  NetworkTraffic,
  RequestsPerSecond,
  TrafficPeriodQuery,
  TrafficRange,
} from '@flagstaff/contract/traffic'
import type { TrafficGroup, TrafficRow } from '@flagstaff/delivery'
import { invalid } from '../../platform/errors.ts'

/** What was counted in a minute. */
export type Minute = { minute: Date; rows: TrafficRow[] }

export type Counts = { ok: number; same: number; refused: number; failed: number }
export type DayRow = Counts & { day: string; group: string; source: 'server' | 'edge' }

const DAY = 86_400_000
export const DAYS_KEPT = 400
const endpoints: Record<TrafficGroup, { path: string; api: string }> = {
  'client-features': { path: '/api/client/features', api: '/api/client' },
  'client-delta': { path: '/api/client/delta', api: '/api/client' },
  'client-stream': { path: '/api/client/streaming', api: '/api/client' },
  'client-metrics': { path: '/api/client/metrics', api: '/api/client' },
  'client-register': { path: '/api/client/register', api: '/api/client' },
  frontend: { path: '/api/frontend', api: '/api/frontend' },
  ofrep: { path: '/ofrep/v1', api: '/ofrep' },
  edge: { path: '/edge', api: '/edge' },
  admin: { path: '/api/admin', api: '/api/admin' },
}
const endpointOf = (group: string) => endpoints[group as TrafficGroup] ?? { path: group, api: group }

export const requestsIn = ({ ok, same, refused, failed }: Counts) => ok + same + refused + failed

const NONE: Counts = { ok: 0, same: 0, refused: 0, failed: 0 }
export const add = (one: Counts, other: Counts): Counts => ({
  ok: one.ok + other.ok,
  same: one.same + other.same,
  refused: one.refused + other.refused,
  failed: one.failed + other.failed,
})
export const total = (all: readonly Counts[]): Counts => all.reduce(add, NONE)

/** Days from `from` to `to`, both included, as `2026-01-31`. */
export function daysOf({ from, to }: Pick<TrafficPeriodQuery, 'from' | 'to'>): string[] {
  const [first, last] = [dayAt(from, 'from'), dayAt(to, 'to')]
  if (last < first) throw invalid('The period ends before it starts.', 'to')
  if (last - first >= DAYS_KEPT * DAY) throw invalid(`A period has at most ${DAYS_KEPT} days.`, 'from')
  return Array.from({ length: (last - first) / DAY + 1 }, (_, index) => dayText(first + index * DAY))
}

function dayAt(text: string, field: string): number {
  const at = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(at) || dayText(at) !== text) throw invalid(`There is no day ${text}.`, field)
  return at
}

export const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The counts of each period, also of those without requests. */
function byPeriod(rows: readonly DayRow[], { grouping, ...range }: TrafficPeriodQuery) {
  const periodOf = (day: string) => (grouping === 'monthly' ? day.slice(0, 7) : day)
  const days = Map.groupBy(daysOf(range), periodOf)
  const counted = Map.groupBy(rows, ({ day }) => periodOf(day))
  return [...days].map(([period, list]) => ({
    period,
    days: list.length,
    counts: total(counted.get(period) ?? []),
  }))
}

const answer = <Data>({ grouping, from, to }: TrafficPeriodQuery, apiData: Data[]) => ({
  grouping,
  dateRange: { from, to },
  apiData,
})

export function toUsage(rows: readonly DayRow[], query: TrafficPeriodQuery) {
  const apis = [...new Set(Object.values(endpoints).map(({ api }) => api))].sort()
  return answer(
    query,
    apis.map((apiPath) => ({
      apiPath,
      dataPoints: byPeriod(
        rows.filter(({ group }) => endpointOf(group).api === apiPath),
        query,
      ).map(({ period, counts }) => ({
        period,
        trafficTypes: [
          { group: 'successful-requests', count: counts.ok },
          { group: 'not-modified-requests', count: counts.same },
          { group: 'refused-requests', count: counts.refused },
          { group: 'failed-requests', count: counts.failed },
        ],
      })),
    })),
  )
}

const METERED = 'default'

export const toMeteredRequests = (rows: readonly DayRow[], query: TrafficPeriodQuery) =>
  answer(query, [
    {
      meteredGroup: METERED,
      dataPoints: byPeriod(
        rows.filter(({ group }) => group === 'frontend'),
        query,
      ).map(({ period, counts }) => ({ period, requests: requestsIn(counts) })),
    },
  ])

/** What an SDK sends in a day that polls every 15 seconds. */
const POLLS_A_DAY = 5_760

export const toMeteredConnections = (rows: readonly DayRow[], query: TrafficPeriodQuery) =>
  answer(query, [
    {
      meteredGroup: METERED,
      dataPoints: byPeriod(
        rows.filter(({ group }) => group === 'client-features'),
        query,
      ).map(({ period, days, counts }) => ({
        period,
        connections: Math.round((requestsIn(counts) / (POLLS_A_DAY * days)) * 100) / 100,
      })),
    },
  ])

type SeriesRow = { app: string; group: string; at: number; requests: number }

/** Series in the format of Prometheus. Steps without requests are 0. */
export function toMatrix(
  rows: readonly SeriesRow[],
  { since, step, steps }: { since: number; step: number; steps: number },
): RequestsPerSecond {
  const series = Map.groupBy(rows, ({ app, group }) => JSON.stringify([app, group]))
  const result = [...series.values()].map((list) => {
    const [{ app, group } = { app: '', group: '' }] = list
    const found = new Map(list.map(({ at, requests }) => [at, requests]))
    const values = Array.from({ length: steps }, (_, index): [number, string] => {
      const at = since + index * step
      return [at, String((found.get(at) ?? 0) / step)]
    })
    return { metric: { appName: app, endpoint: endpointOf(group).path }, values }
  })
  return { status: 'success', data: { resultType: 'matrix', result } }
}

type Range = { step: number; steps: number; source: 'minutes' | 'days' }

export const ranges: Record<TrafficRange, Range> = {
  hour: { step: 60, steps: 60, source: 'minutes' },
  day: { step: 900, steps: 96, source: 'minutes' },
  month: { step: 86_400, steps: 30, source: 'days' },
  year: { step: 7 * 86_400, steps: 52, source: 'days' },
}

/** The first second of a range that ends with the current step. */
export function startOf({ step, steps, source }: Range, now: number): number {
  const end = source === 'days' ? Math.floor(now / DAY) * 86_400 : Math.floor(now / 1_000 / step) * step
  return end - (steps - 1) * step - (source === 'days' ? step - 86_400 : 0)
}

/** Sums the requests in each step; steps without any are 0. */
export function pointsOf(
  rows: readonly (Counts & { at: number })[],
  { step, steps }: Range,
  since: number,
): number[] {
  const points = Array.from({ length: steps }, () => 0)
  for (const row of rows) {
    const index = Math.floor((row.at - since) / step)
    if (index >= 0 && index < steps) points[index] = (points[index] ?? 0) + requestsIn(row)
  }
  return points
}

/** One row for each API, and one for what edges answered, if they report it. */
export function toLines({ groups, edges }: NetworkTraffic) {
  const lineOf = (api: string, counts: Counts, topApp: string) => ({
    api,
    requests: requestsIn(counts),
    ok: counts.ok,
    notModified: counts.same,
    refused: counts.refused,
    failed: counts.failed,
    topApp,
  })
  return [
    ...groups.map(({ group, top, ...counts }) => lineOf(group, counts, top?.app ?? '')),
    ...(requestsIn(edges) > 0 ? [lineOf('edges', edges, '')] : []),
  ]
}
