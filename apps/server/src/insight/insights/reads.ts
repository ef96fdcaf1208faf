import type {
  ChartsQuery,
  InsightCharts,
  InsightsQuery,
  InstanceInsights,
} from '@flagstaff/contract/insights'
import type { Reader } from '../../platform/database/database.ts'
import type { Caller, Viewer } from '../../platform/write/actor.ts'
import { toCharts } from './charts.ts'
import { projectsOf, type Range, rangeOf } from './days.ts'
import {
  findMeasuredFrom,
  listCurrent,
  listFlows,
  listReached,
  listSeen,
  listStocks,
  listTimes,
  listTrendStocks,
  listUsage,
  listUsers,
} from './queries.ts'
import { toTrends } from './trends.ts'

const todayOf = (now: Date) => now.toISOString().slice(0, 10)

export async function readCharts(
  db: Reader,
  viewer: Viewer,
  { projects, by = 'week', ...asked }: ChartsQuery,
  now = new Date(),
): Promise<InsightCharts> {
  const range = rangeOf({ ...asked, by, today: todayOf(now) })
  const seen = await listSeen(db, viewer, projectsOf(projects))
  const [past, current, flows, usage, times, measuredFrom] = await Promise.all([
    listStocks(db, seen, endsOf(range, now)),
    listCurrent(db, seen),
    listFlows(db, seen, range, false),
    listUsage(db, seen, range, false),
    listTimes(db, seen, range),
    findMeasuredFrom(db),
  ])
  const stocks = withNow(range, now, past, current)
  return toCharts({ range, stocks, current, flows, usage, times, measuredFrom, projects: current.length })
}

export async function readTrends(
  db: Reader,
  caller: Caller,
  asked: InsightsQuery,
  now = new Date(),
): Promise<InstanceInsights> {
  const range = rangeOf({ ...asked, by: 'week', today: todayOf(now) })
  const seen = await listSeen(db, caller.viewer, null)
  const ends = range.periods.map(({ end }) => end)
  const [past, current, flows, usage, reached, users] = await Promise.all([
    listTrendStocks(db, seen, endsOf(range, now)),
    listCurrent(db, seen),
    listFlows(db, seen, range, true),
    listUsage(db, seen, range, true),
    listReached(db, seen, range),
    caller.may('ADMIN', {}) ? listUsers(db, ends) : [],
  ])
  return toTrends({ range, stocks: withNow(range, now, past, current), flows, usage, reached, users })
}

/** Today has no row yet; the state of this moment takes its place. */
const endsOf = ({ periods }: Range, now: Date) =>
  periods.map(({ end }) => end).filter((end) => end !== todayOf(now))

function withNow<Row extends { day: string }>(
  { to }: Range,
  now: Date,
  past: readonly Row[],
  current: readonly Row[],
): Row[] {
  const today = todayOf(now)
  return to === today ? [...past, ...current.map((row) => ({ ...row, day: today }))] : [...past]
}
