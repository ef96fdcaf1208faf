import type { Freeze, WeeklyFreeze } from '@flagstaff/contract/freezes'
import { type FreezeTimes, isFrozenAt } from '@flagstaff/rules/freezes'
import { t } from './messages.ts'

export type Day = 1 | 2 | 3 | 4 | 5 | 6 | 7
export const days: readonly Day[] = [1, 2, 3, 4, 5, 6, 7]

/** The time zone of the browser, unless a test passes another one. */
export const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Day, month, year and time: "20 Dec 2026, 00:00". */
export const formatMinute = (time: string | Date, timeZone = ownTimeZone()) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(time))

/** When a freeze applies, in words. */
export function formatWhen({ startsAt, endsAt, weekly }: FreezeTimes, timeZone = ownTimeZone()): string {
  const from = startsAt === null ? '' : formatMinute(startsAt, timeZone)
  const to = endsAt === null ? '' : formatMinute(endsAt, timeZone)
  const period =
    from && to
      ? t('when.period', { from, to })
      : from
        ? t('when.from', { from })
        : to && t('when.until', { to })
  if (!weekly) return period
  const windows = weekly.windows.map(formatWindow).join(t('when.and'))
  const values = { windows, timeZone: weekly.timeZone, period }
  return t(period ? 'when.weeklyPeriod' : 'when.weekly', values)
}

function formatWindow({ from, to }: WeeklyFreeze['windows'][number]): string {
  if (from.day === to.day && from.time === to.time) return t('when.allWeek')
  const values = {
    fromDay: t(`days.${from.day as Day}`),
    fromTime: from.time,
    toDay: t(`days.${to.day as Day}`),
    toTime: to.time,
  }
  return t(from.day === to.day && from.time < to.time ? 'when.windowOfDay' : 'when.window', values)
}

export type FreezeState = 'now' | 'upcoming' | 'ended'

export function stateOf(times: FreezeTimes, now: Date): FreezeState {
  if (isFrozenAt(times, now)) return 'now'
  return times.endsAt !== null && new Date(times.endsAt) <= now ? 'ended' : 'upcoming'
}

export const whereOf = ({ environments }: Pick<Freeze, 'environments'>) =>
  environments.length === 0 ? t('freezes.allEnvironments') : environments.join(', ')

/** A time as the value of a field with date and time, in the time zone of the browser. */
export function toField(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export const fromField = (text: string): string | null =>
  text === '' || Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString()
