import type { ImpactChart } from '@flagstaff/contract/impact'
import { about, type Flag } from '../../../../flags/index.ts'
import type { NewEvent } from '../../../../platform/write/write.ts'

type Type = 'impact-metric-created' | 'impact-metric-updated' | 'impact-metric-deleted'

/** `name` is for the sentence of the event. */
export const chartEvent = (
  type: Type,
  flag: Flag | undefined,
  { before, after }: { before?: ImpactChart | undefined; after?: ImpactChart | undefined },
): NewEvent => ({
  type,
  ...(flag ? about(flag) : {}),
  ...(after ? { data: shown(after) } : {}),
  ...(before ? { preData: shown(before) } : {}),
})

const shown = (chart: ImpactChart) => ({ name: chart.title ?? chart.metricName, ...chart })
