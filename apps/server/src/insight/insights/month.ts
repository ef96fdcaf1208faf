import type { MonthFigures } from '../../people/mail/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { debtOfStocks } from './charts.ts'
import { addDays, rangeOf } from './days.ts'
import { type FlowRow, listFlows, listReached, listSeen, listStocks, type ReachedRow } from './queries.ts'

/** @param month its first day, such as `2026-03-01` */
export async function readMonth(db: Reader, viewer: Viewer, month: string): Promise<MonthFigures> {
  const last = lastDayOf(month)
  const range = rangeOf({ from: month, to: last, by: 'day', today: last })
  const seen = await listSeen(db, viewer, null)
  const [stocks, flows, reached] = await Promise.all([
    listStocks(db, seen, [last]),
    listFlows(db, seen, range, false),
    listReached(db, seen, range),
  ])
  const sum = (column: 'total' | 'stale' | 'overdue') => stocks.reduce((all, row) => all + row[column], 0)
  const [total, stale, overdue] = [sum('total'), sum('stale'), sum('overdue')]
  return {
    created: countOf(flows, ({ kind }) => kind === 'created'),
    archived: countOf(flows, ({ kind }) => kind === 'archived'),
    changes: countOf(flows, ({ kind, dim }) => kind === 'changes' && dim === 'production'),
    ...reachedOf(reached),
    flags: total,
    stale: stale + overdue,
    health: 100 - debtOfStocks({ total, stale, overdue }),
  }
}

/** No month has more than 31 days, so the first day of the next one is in the week after. */
const lastDayOf = (month: string) => addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1)

const countOf = (flows: readonly FlowRow[], wanted: (row: FlowRow) => boolean) =>
  flows.filter(wanted).reduce((all, { count }) => all + count, 0)

function reachedOf(rows: readonly ReachedRow[]): Pick<MonthFigures, 'reached' | 'days'> {
  const reached = rows.reduce((all, { flags }) => all + flags, 0)
  const days = rows.reduce((all, { flags, mean }) => all + flags * mean, 0)
  return { reached, days: reached === 0 ? null : Math.round((10 * days) / reached) / 10 }
}
