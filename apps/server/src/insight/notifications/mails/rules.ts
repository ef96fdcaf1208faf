const MORNING = 8

type Clock = { month: string; day: number; hour: number }

/** The month (such as `2026-03`), day and hour in a time zone. */
function clockIn(timeZone: string, now: Date): Clock {
  const format = new Intl.DateTimeFormat('en', {
    year: 'numeric',
    month: '2-digit',
    day: 'numeric',
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone,
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const number = (type: 'day' | 'hour') => Number(parts.get(type))
  return { month: `${parts.get('year')}-${parts.get('month')}`, day: number('day'), hour: number('hour') }
}

/** Whether it is between 08:00 and 09:00 in the time zone. */
export const isDigestHour = (now: Date, timeZone: string): boolean => clockIn(timeZone, now).hour === MORNING

/**
 * The first day of the month to report on: the last one, from 08:00 of the first day of a month in the time zone until
 * the end of that day, so that a server that was away in the morning still sends it.
 */
export function reportMonth(now: Date, timeZone: string): string | undefined {
  const { month, day, hour } = clockIn(timeZone, now)
  return day === 1 && hour >= MORNING ? monthBefore(`${month}-01`) : undefined
}

export function monthBefore(month: string): string {
  const day = new Date(month)
  day.setUTCMonth(day.getUTCMonth() - 1)
  return day.toISOString().slice(0, 10)
}
