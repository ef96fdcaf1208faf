import type {
  AvailableImpactMetrics,
  ImpactMetricsData,
  ImpactMetricsQuery,
} from '@flagstaff/contract/impact'
import type { Reader } from '../../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../../platform/write/actor.ts'
import { createCache } from './cache.ts'
import type { Prometheus } from './prometheus/client.ts'
import { dividingLabels, ranges, readSelectors } from './ranges.ts'
import { readSeries } from './series.ts'
import { listLabels, listMetrics } from './series-queries.ts'

const KEPT_MS = 15_000
const MOST_VALUES = 100

/** Queries of people: limited to what they see, and cached. */
export function openReads(read: Reader, prometheus: Prometheus, now = Date.now) {
  const answers = createCache<ImpactMetricsData>(KEPT_MS, now)

  const load = async (query: ImpactMetricsQuery, projects: string[] | null): Promise<ImpactMetricsData> => {
    const { metricName: metric, range, aggregationMode: mode, source = 'internal' } = query
    const selectors = readSelectors(query.labels)
    const { length, step, name } = ranges[range]
    const end = Math.ceil(now() / 1000)
    const start = Math.floor((end - length) / step) * step + step
    const asked = {
      metric,
      source,
      mode,
      from: new Date(start * 1000),
      to: new Date(end * 1000),
      stepSeconds: step,
      labels: selectors,
      by: dividingLabels(selectors),
      trusted: false,
      prometheus,
    }
    const [answer, labels] = await Promise.all([
      readSeries(read, asked, projects),
      labelsOf(query, { from: start, to: end }, projects),
    ])
    return {
      start: String(start),
      end: String(end),
      step: name,
      labels,
      series: answer.series.map((line) => ({
        metric: { __name__: metric, ...line.labels },
        data: line.points.flatMap(([at, value]) => (value === null ? [] : [[at, value]])),
      })),
      debug: {
        isTruncated: answer.isTruncated,
        leftOut: answer.leftOut,
        ...(answer.type === null ? {} : { metricType: answer.type }),
        ...(answer.query === undefined ? {} : { query: answer.query }),
      },
    }
  }

  const labelsOf = async (
    { metricName, source, mode }: ImpactMetricsQuery,
    period: { from: number; to: number },
    projects: string[] | null,
  ): Promise<Record<string, string[]>> => {
    if (source !== 'external') return listLabels(read, metricName, projects)
    // Listing them is costly for the server, and only the form needs them.
    if (mode !== 'edit') return {}
    const pairs = (await prometheus.labels(metricName, period, projects)).flatMap((one) =>
      Object.entries(one),
    )
    const names = Map.groupBy(
      pairs.filter(([name]) => name !== '__name__'),
      ([name]) => name,
    )
    return Object.fromEntries(
      [...names].sort().map(([name, found]) => {
        const values = new Set(found.map(([, value]) => value))
        return [name, [...values].sort().slice(0, MOST_VALUES)]
      }),
    )
  }

  return {
    query(query: ImpactMetricsQuery, viewer: Viewer): Promise<ImpactMetricsData> {
      const projects = confinedTo(viewer)?.sort() ?? null
      return answers.get(JSON.stringify([query, projects]), () => load(query, projects))
    },
    async metrics(viewer: Viewer): Promise<AvailableImpactMetrics> {
      const projects = confinedTo(viewer)
      const [own, others] = await Promise.all([listMetrics(read, projects), prometheus.list(projects)])
      const shown = own.map(({ name, type, help }) => ({
        name,
        displayName: name,
        help,
        source: 'internal' as const,
        type,
      }))
      return { metrics: [...shown, ...others] }
    },
  }
}
