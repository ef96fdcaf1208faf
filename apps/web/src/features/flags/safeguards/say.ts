import type { CreateSafeguard } from '@flagstaff/contract/release-plans'
import { t } from './messages.ts'

/** A safeguard in words: the metric, and the limit that it must not pass. */
export const saySafeguard = (
  { metricName: metric, aggregationMode }: CreateSafeguard['impactMetric'],
  { operator, threshold }: CreateSafeguard['triggerCondition'],
): string =>
  t(operator === '>' ? 'guard.above' : 'guard.below', {
    metric,
    mode: t(`mode.${aggregationMode}`),
    threshold,
  })
