import type { InsightCharts } from '@flagstaff/contract/insights'
import { t } from './messages.ts'

const DAY = 86_400_000
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const short = format({ day: 'numeric', month: 'short' })
const long = format({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const full = format({ day: 'numeric', month: 'short', year: 'numeric' })

/** The ISO week of a day. */
export function weekOf(at: number): number {
  const date = new Date(at)
  const thursday = at + (3 - ((date.getUTCDay() + 6) % 7)) * DAY
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1)
  return Math.floor((thursday - newYear) / (7 * DAY)) + 1
}

/** How the steps of the charts are named. Days are those of UTC, as on the server. */
export const stepsBy = (by: 'day' | 'week') => ({
  step: (at: number) => (by === 'week' ? t('week', { week: weekOf(at) }) : short.format(at)),
  time: (at: number) =>
    by === 'week' ? t('weekLong', { week: weekOf(at), day: short.format(at) }) : long.format(at),
  within: (at: number) =>
    by === 'week' ? t('in.week', { week: weekOf(at) }) : t('in.day', { day: short.format(at) }),
})

export type ChartProps = {
  data: InsightCharts
  times: readonly number[]
  steps: ReturnType<typeof stepsBy>
  /** Whether the charts are about one project. */
  alone: boolean
}

export const formatUtcDay = (day: string) => full.format(Date.parse(day))
