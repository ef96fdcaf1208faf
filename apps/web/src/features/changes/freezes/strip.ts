import { type FreezeTimes, frozenSpans } from '@flagstaff/rules/freezes'

const DAYS = 28

export type StripDay = { date: Date; left: number; width: number; isWeekend: boolean; isMonday: boolean }
export type StripSpan = { from: Date; to: Date; left: number; width: number }
export type Strip<T> = { days: StripDay[]; now: number; rows: { freeze: T; spans: StripSpan[] }[] }

/** The four weeks from today in the time zone of the browser; positions are percentages of the width. */
export function stripOf<T extends FreezeTimes>(freezes: readonly T[], now: Date): Strip<T> {
  const midnights = Array.from({ length: DAYS + 1 }, (_, day) => midnightOf(now, day))
  const from = midnightOf(now, 0)
  const to = midnightOf(now, DAYS)
  const share = (start: Date, end: Date) =>
    (100 * (end.getTime() - start.getTime())) / (to.getTime() - from.getTime())
  return {
    days: midnights.slice(0, DAYS).map((date, index) => ({
      date,
      left: share(from, date),
      width: share(date, midnights[index + 1] ?? to),
      isWeekend: date.getDay() === 0 || date.getDay() === 6,
      isMonday: date.getDay() === 1,
    })),
    now: share(from, now),
    rows: freezes
      .map((freeze) => ({
        freeze,
        spans: frozenSpans(freeze, { from, to }).map((span) => ({
          ...span,
          left: share(from, span.from),
          width: share(span.from, span.to),
        })),
      }))
      .filter(({ spans }) => spans.length > 0),
  }
}

const midnightOf = (now: Date, days: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)
