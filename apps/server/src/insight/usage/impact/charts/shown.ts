import type { CreateImpactMetricsConfig, ImpactChart, ImpactMetricsConfig } from '@flagstaff/contract/impact'
import type { Reader } from '../../../../platform/database/database.ts'
import { ulid } from '../../../../platform/ulid.ts'
import { ranges } from '../ranges.ts'
import { isUsedBySafeguard } from './safeguards.ts'

/** Charts as the API shows them. */
export async function toConfigs(
  read: Reader,
  charts: readonly ImpactChart[],
): Promise<ImpactMetricsConfig[]> {
  const ids = charts.map(({ id }) => id)
  const used = await isUsedBySafeguard(read, ids)
  return charts.map(({ title, ...chart }) => ({
    ...chart,
    ...(title === null ? {} : { title }),
    displayName: chart.metricName,
    step: ranges[chart.timeRange].name,
    mode: used.has(chart.id) ? 'read' : 'write',
  }))
}

/** What a request sent, as input of a command. A chart without an id is new. */
export function toInput(sent: CreateImpactMetricsConfig): { chart: ImpactChart; isNew: boolean } {
  const { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin } = sent
  const title = sent.title?.trim() || null
  const rest = { metricName, timeRange, aggregationMode, labelSelectors, yAxisMin }
  const chart = { id: sent.id ?? ulid(), title, ...rest, source: sent.source ?? 'internal' }
  return { chart, isNew: sent.id === undefined }
}
