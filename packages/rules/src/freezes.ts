import type { WeeklyFreeze } from '@flagstaff/contract/freezes'

/** When a freeze applies: once, every week, or every week within a period. */
export type FreezeTimes = {
  startsAt: string | Date | null
  endsAt: string | Date | null
  weekly: WeeklyFreeze | null
}

export type FreezePlaces = { project: string | null; environments: readonly string[] }

export const isFrozenAt = ({ startsAt, endsAt, weekly }: FreezeTimes, at: Date): boolean => {
  if (startsAt !== null && at < new Date(startsAt)) return false
  if (endsAt !== null && at >= new Date(endsAt)) return false
  if (!weekly) return true
  const minute = minuteOfWeek(at, weekly.timeZone)
  return weekly.windows.some(({ from, to }) => isWithin(minute, minuteOf(from), minuteOf(to)))
}

/** A freeze without a project or without environments covers all of them. */
export const coversPlace = (
  { project, environments }: FreezePlaces,
  place: { project: string; environment: string },
): boolean =>
  (project === null || project === place.project) &&
  (environments.length === 0 || environments.includes(place.environment))

/** The end of the freeze that applies at this time, to the minute; undefined if it never ends. */
export function endOfFreeze({ startsAt, endsAt, weekly }: FreezeTimes, at: Date): Date | undefined {
  const last = endsAt === null ? undefined : new Date(endsAt)
  if (!weekly) return last
  let end = at
  // One window can end where another one starts, but not more often than there are windows.
  for (let step = 0; step <= weekly.windows.length; step++) {
    if (last && end >= last) return last
    const minute = minuteOfWeek(end, weekly.timeZone)
    const window = weekly.windows.find(({ from, to }) => isWithin(minute, minuteOf(from), minuteOf(to)))
    if (!window) return isFrozenAt({ startsAt, endsAt, weekly }, at) ? end : undefined
    end = nextMinuteOfWeek(end, minuteOf(window.to), weekly.timeZone)
  }
  return last
}

type Span = { from: Date; to: Date }

/** The times in a period in which a freeze applies, in order. */
export function frozenSpans(times: FreezeTimes, period: Span): Span[] {
  const { startsAt, endsAt, weekly } = times
  const first = startsAt === null ? period.from : latest(period.from, new Date(startsAt))
  const last = endsAt === null ? period.to : earliest(period.to, new Date(endsAt))
  if (first >= last) return []
  if (!weekly) return [{ from: first, to: last }]
  const spans: Span[] = []
  let at = first
  while (at < last) {
    const isFrozen = isFrozenAt(times, at)
    const next = isFrozen ? (endOfFreeze(times, at) ?? last) : nextStart(weekly, at)
    if (isFrozen) spans.push({ from: at, to: earliest(next, last) })
    at = next
  }
  return spans
}

const earliest = (...dates: Date[]) => new Date(Math.min(...dates.map(Number)))
const latest = (...dates: Date[]) => new Date(Math.max(...dates.map(Number)))

const nextStart = ({ timeZone, windows }: WeeklyFreeze, after: Date) =>
  earliest(...windows.map(({ from }) => nextMinuteOfWeek(after, minuteOf(from), timeZone)))

export const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
const WEEK_MINUTES = 7 * DAY_MINUTES

/** A window that ends where it starts is the whole week. */
const isWithin = (minute: number, from: number, to: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/** The next time at which the clocks of a time zone show this minute of the week. */
function nextMinuteOfWeek(after: Date, wanted: number, timeZone: string): Date {
  const start = Math.floor(after.getTime() / MINUTE) * MINUTE
  const ahead = (wanted - minuteOfWeek(after, timeZone) + WEEK_MINUTES) % WEEK_MINUTES || WEEK_MINUTES
  const found = start + ahead * MINUTE
  // The clocks may have been changed in between.
  const off = wanted - minuteOfWeek(new Date(found), timeZone)
  const shift =
    off > WEEK_MINUTES / 2 ? off - WEEK_MINUTES : off < -WEEK_MINUTES / 2 ? off + WEEK_MINUTES : off
  // A minute that the clocks skip is followed by the first one after it.
  const passed = (time: number) =>
    (minuteOfWeek(new Date(time), timeZone) - wanted + WEEK_MINUTES) % WEEK_MINUTES
  let next = found + shift * MINUTE
  while (next < found && passed(next) > DAY_MINUTES) next += MINUTE
  return new Date(next)
}

type WeekMoment = WeeklyFreeze['windows'][number]['from']

function minuteOf({ day, time }: WeekMoment): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return (day - 1) * DAY_MINUTES + hour * 60 + minute
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formats.set(timeZone, made)
  return made
}

/** Minutes since Monday 00:00 on the clocks of a time zone. */
function minuteOfWeek(at: Date, timeZone: string): number {
  const parts = new Map(
    formatFor(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const day = DAYS.indexOf(parts.get('weekday') ?? '')
  return day * DAY_MINUTES + Number(parts.get('hour')) * 60 + Number(parts.get('minute'))
}
