import type { TransitionCondition } from '@flagstaff/contract/release-plans'
import { t } from './messages.ts'

export const units = { days: 1440, hours: 60, minutes: 1 } as const
export type Unit = keyof typeof units
const names = Object.keys(units) as Unit[]

/** The largest unit in which the time is a whole number: 90 minutes, 36 hours, 2 days. */
export function inUnits(minutes: number): { amount: number; unit: Unit } {
  const unit = names.find((one) => minutes % units[one] === 0) ?? 'minutes'
  return { amount: minutes / units[unit], unit }
}

export function formatMinutes(minutes: number): string {
  const { amount, unit } = inUnits(minutes)
  return t(`after.${unit}`, { count: amount })
}

/** How long a milestone lasts, in words. */
export function formatAfter(condition: TransitionCondition | null | undefined, isLast: boolean): string {
  if (isLast) return t('after.last')
  if (condition?.minimumExposures !== undefined)
    return t('after.exposures', { count: condition.minimumExposures })
  if (condition?.intervalMinutes !== undefined) return formatMinutes(condition.intervalMinutes)
  return t('after.hand')
}
