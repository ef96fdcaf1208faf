import type {
  CreateImpactMetricsConfig,
  ImpactMetricsConfig,
  ImpactSource,
  MetricType,
} from '@flagstaff/contract/impact'
import { modesFor } from './series.ts'

export type Draft = {
  title: string
  /** Empty as long as none is chosen. */
  metric: string
  source: ImpactSource
  mode: ImpactMetricsConfig['aggregationMode']
  range: ImpactMetricsConfig['timeRange']
  labels: Record<string, string[]>
  fromZero: boolean
}

export const newDraft: Draft = {
  title: '',
  metric: '',
  source: 'internal',
  mode: 'count',
  range: 'day',
  labels: {},
  fromZero: true,
}

export const draftOf = (chart: ImpactMetricsConfig): Draft => ({
  title: chart.title ?? '',
  metric: chart.metricName,
  source: chart.source ?? 'internal',
  mode: chart.aggregationMode,
  range: chart.timeRange,
  labels: chart.labelSelectors,
  fromZero: chart.yAxisMin === 'zero',
})

export function inputOf(draft: Draft, id: string | undefined): CreateImpactMetricsConfig {
  const chosen = Object.entries(draft.labels).filter(([, values]) => values.length > 0)
  return {
    ...(id === undefined ? {} : { id }),
    title: draft.title.trim(),
    metricName: draft.metric,
    source: draft.source,
    aggregationMode: draft.mode,
    timeRange: draft.range,
    labelSelectors: Object.fromEntries(chosen),
    yAxisMin: draft.fromZero ? 'zero' : 'auto',
  }
}

/** Another metric has other labels, and maybe another type. */
export function withMetric(
  draft: Draft,
  { name, source, type }: { name: string; source: ImpactSource; type?: MetricType | undefined },
): Partial<Draft> {
  const modes = modesFor(type)
  const mode = modes.includes(draft.mode) ? draft.mode : (modes[0] ?? draft.mode)
  return { metric: name, source, mode, labels: {} }
}

export const EACH = '*'

/** One line for every value, or single values: the last choice decides. */
export function chosenValues(before: readonly string[], after: readonly string[]): string[] {
  if (!after.includes(EACH)) return [...after]
  return before.includes(EACH) ? after.filter((value) => value !== EACH) : [EACH]
}
