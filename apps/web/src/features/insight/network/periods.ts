import type { NetworkTraffic, TrafficRange, TrafficUsage } from '@flagstaff/contract/traffic'
import type { ChartLine } from '../../../ui/chart/scale.ts'

export type Grouping = 'daily' | 'monthly'

const MINUTE = 60_000
const DAY = 86_400_000
const DAYS = 30
const MONTHS = 12

/** The last 30 days or 12 months, with the current one. */
export function periodOf(grouping: Grouping, now = Date.now()): { from: string; to: string } {
  const text = (at: number) => new Date(at).toISOString().slice(0, 10)
  if (grouping === 'daily') return { from: text(now - (DAYS - 1) * DAY), to: text(now) }
  const today = new Date(now)
  return {
    from: text(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - MONTHS + 1, 1)),
    to: text(now),
  }
}

export const requestsIn = (counts: Pick<NetworkTraffic['edges'], 'ok' | 'same' | 'refused' | 'failed'>) =>
  counts.ok + counts.same + counts.refused + counts.failed

const apis = ['client', 'frontend', 'ofrep', 'edge', 'admin'] as const
type Api = (typeof apis)[number]

/** Requests a second by API; those without requests are left out. */
export function ratesOf(
  { groups, edges, from, step }: NetworkTraffic,
  nameOf: (api: Api | 'edges') => string,
  now = Date.now(),
): { times: number[]; lines: ChartLine[] } {
  const start = Date.parse(from)
  const count = edges.points.length
  const times = Array.from({ length: count }, (_, index) => start + index * step * 1_000)
  const sumOf = (lists: readonly number[][]) =>
    Array.from({ length: count }, (_, index) => lists.reduce((sum, list) => sum + (list[index] ?? 0), 0))
  // The last step is not over: only whole minutes are stored.
  const elapsed = Math.min(step, Math.floor((now - (times.at(-1) ?? now)) / MINUTE) * 60)
  const rates = (points: readonly number[]) =>
    points.map((value, index) => {
      const seconds = index === count - 1 ? elapsed : step
      return seconds > 0 ? value / seconds : null
    })
  const lines = apis.flatMap((api): ChartLine[] => {
    const own = groups.filter(({ group }) => group.split('-')[0] === api)
    if (own.length === 0) return []
    const values = rates(sumOf(own.map(({ points }) => points)))
    return [{ key: api, name: nameOf(api), values }]
  })
  const atEdges = requestsIn(edges) > 0
  return {
    times,
    lines: atEdges ? [...lines, { key: 'edges', name: nameOf('edges'), values: rates(edges.points) }] : lines,
  }
}

type Figures = { requests: number; same: number; refused: number; failed: number; change: number | null }

/** Totals of a range, with shares in percent and the change since the range before. */
export function figuresOf({ groups, before }: NetworkTraffic): Figures {
  const sum = (of: (group: NetworkTraffic['groups'][number]) => number) =>
    groups.reduce((total, group) => total + of(group), 0)
  const requests = sum(requestsIn)
  return {
    requests,
    same: sum(({ same }) => same),
    refused: sum(({ refused }) => refused),
    failed: sum(({ failed }) => failed),
    change: before ? (requests - before) / before : null,
  }
}

/** Requests by API and period. */
export const usageLines = ({ apiData }: Pick<TrafficUsage, 'apiData'>): ChartLine[] =>
  apiData.map(({ apiPath, dataPoints }) => ({
    key: apiPath,
    name: apiPath,
    values: dataPoints.map(({ trafficTypes }) => trafficTypes.reduce((sum, { count }) => sum + count, 0)),
  }))

/** The start of a day or month. */
export const startOf = (period: string): number =>
  Date.parse(`${period.slice(0, 7)}${period.slice(7) || '-01'}T00:00Z`)

const formatOf = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const time: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
const minutes = formatOf(time)
const moments = formatOf({ ...day, ...time })
// Days start in UTC, as on the server.
const days = formatOf({ ...day, timeZone: 'UTC' })
const months = formatOf({ month: 'short', year: 'numeric', timeZone: 'UTC' })

const isShort = (range: TrafficRange) => range === 'hour' || range === 'day'
export const formatStep = (at: number, range: TrafficRange) => (isShort(range) ? minutes : days).format(at)
export const formatTime = (at: number, range: TrafficRange) =>
  (isShort(range) ? moments : days).format(at).replaceAll(',', '')
export const formatPeriod = (at: number, grouping: Grouping) =>
  (grouping === 'daily' ? days : months).format(at)

const figures = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
export const formatFigure = (value: number): string => figures.format(value)

const percents = new Intl.NumberFormat('en', { maximumSignificantDigits: 3 })
/** Of two counts, with a narrow no-break space; a dash if there is nothing to divide by. */
export const formatShare = (part: number, of: number): string =>
  of === 0 ? '–' : `${percents.format((part / of) * 100)}\u202f%`
