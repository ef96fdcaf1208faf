import type { CreateImpactMetricsConfig, ImpactChart, ImpactMetricsConfig } from '@flagstaff/contract/impact'
import { ulid } from '../../../../platform/ulid.ts'
import { ranges } from '../ranges.ts'

/** A chart as the API shows it. Safeguards have their own metric, so every chart can be changed. */
export const toConfig = ({ title, ...chart }: ImpactChart): ImpactMetricsConfig => ({
  ...chart,
  ...(title === null ? {} : { title }),
  displayName: chart.metricName,
  step: ranges[chart.timeRange].name,
  mode: 'write',
})

/** What a request sent, as input of a command. A chart without an id is new. */
export function toInput(sent: CreateImpactMetricsConfig): { chart: ImpactChart; isNew: boolean } {
  const { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin } = sent
  const title = sent.title?.trim() || null
  const rest = { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin }
  const chart = { id: sent.id ?? ulid(), title, ...rest, source: sent.source ?? 'internal' }
  return { chart, isNew: sent.id === undefined }
}
