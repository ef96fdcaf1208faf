import { invalid } from '../../platform/errors.ts'
import { namesIn } from '../../platform/http/list.ts'

const DAY = 86_400_000

export type By = 'day' | 'week'
/** A day or an ISO week: its first day, and the last day that counts. */
export type Period = { start: string; end: string }

const textOf = (time: number) => new Date(time).toISOString().slice(0, 10)
export const addDays = (day: string, days: number) => textOf(Date.parse(day) + days * DAY)

/** The Monday of the week. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** `2026-07`, the ISO week: the year is the one of the week's Thursday. */
export function weekOf(day: string): string {
  const thursday = addDays(mondayOf(day), 3)
  const year = thursday.slice(0, 4)
  const number = Math.floor((Date.parse(thursday) - Date.parse(`${year}-01-01`)) / (7 * DAY)) + 1
  return `${year}-${String(number).padStart(2, '0')}`
}

const USUAL_DAYS = 26 * 7
const MOST_DAYS: Record<By, number> = { day: 184, week: 800 }

type Asked = { from?: string | undefined; to?: string | undefined; by: By; today: string }
export type Range = { by: By; from: string; to: string; periods: Period[] }

/** The periods between two days, oldest first. Days that are still to come are left out. */
export function rangeOf({ from, to, by, today }: Asked): Range {
  const until = to === undefined ? today : dayOf('to', to)
  const last = until > today ? today : until
  const usual = by === 'day' ? 27 : USUAL_DAYS - 1
  const asked = from === undefined ? addDays(last, -usual) : dayOf('from', from)
  if (asked > last) throw invalid('The first day must not be after the last one.', 'from')
  if (Date.parse(last) - Date.parse(asked) >= MOST_DAYS[by] * DAY)
    throw invalid(`By ${by}, at most ${MOST_DAYS[by]} days can be requested.`, 'from')
  const first = by === 'week' ? mondayOf(asked) : asked
  const step = by === 'week' ? 7 : 1
  const periods: Period[] = []
  for (let start = first; start <= last; start = addDays(start, step)) {
    const days = [addDays(start, step - 1), last].sort()
    periods.push({ start, end: days[0] ?? last })
  }
  return { by, from: first, to: last, periods }
}

/** Years with four digits only: the database refuses others. */
function dayOf(name: string, text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time) || time < Date.parse('2000-01-01') || time > Date.parse('9000-01-01'))
    throw invalid('It must be a day such as 2026-03-29, or a time in ISO 8601.', name)
  return textOf(time)
}

/** Project IDs as a list, also with the operators of the search. */
export const projectsOf = (text: string | undefined) => namesIn(text?.replace(/^IS(_ANY_OF)?:/, ''))
