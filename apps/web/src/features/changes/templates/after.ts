import type { TransitionCondition } from '@flagstaff/contract/release-plans'
import { formatMinutes } from '../../../lib/minutes.ts'
import { t } from './messages.ts'

/** How long a milestone lasts, in words. */
export function formatAfter(condition: TransitionCondition | null | undefined, isLast: boolean): string {
  if (isLast) return t('after.last')
  if (condition?.minimumExposures !== undefined)
    return t('after.exposures', { count: condition.minimumExposures })
  if (condition?.intervalMinutes !== undefined) return formatMinutes(condition.intervalMinutes)
  return t('after.hand')
}
