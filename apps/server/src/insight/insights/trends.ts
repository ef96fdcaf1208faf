import type { InstanceInsights } from '@flagstaff/contract/insights'
import { debtOfStocks } from './charts.ts'
import { type Range, weekOf } from './days.ts'
import type { FlowRow, ReachedRow, TrendRow, UsageRow, UsersRow } from './queries.ts'

type TrendData = {
  range: Range
  stocks: readonly TrendRow[]
  flows: readonly FlowRow[]
  usage: readonly UsageRow[]
  reached: readonly ReachedRow[]
  users: readonly UsersRow[]
}

/** The end of a day; each point is the state at that moment, or the sum of the week until then. */
const endOf = (day: string) => `${day}T23:59:59.999Z`

/** The trends in the shape of the wire. */
export function toTrends({ range, stocks, flows, usage, reached, users }: TrendData): InstanceInsights {
  // Once for each period: there are thousands of rows.
  const points = new Map(
    range.periods.map(({ start, end }) => [start, { date: endOf(end), week: weekOf(start) }]),
  )
  const starts = new Map(range.periods.map(({ start, end }) => [end, start]))
  const pointOf = (start: string) => points.get(start) ?? { date: endOf(start), week: weekOf(start) }
  const times = new Map(reached.map((row) => [`${row.period} ${row.project}`, row.mean]))
  return {
    userTrends: users.map(({ day, total, active }) => ({
      date: endOf(day),
      total,
      active,
      inactive: total - active,
    })),
    flagTrends: [...Map.groupBy(stocks, ({ day }) => day)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([day, rows]) => ({ date: endOf(day), ...countsOf(sum(rows)) })),
    projectFlagTrends: stocks.map((row) => {
      const start = starts.get(row.day) ?? row.day
      const time = times.get(`${start} ${row.project}`)
      const debt = debtOfStocks(row)
      return {
        ...pointOf(start),
        project: row.project,
        ...countsOf(row),
        health: 100 - debt,
        technicalDebt: debt,
        users: row.members,
        ...(time === undefined ? {} : { timeToProduction: time }),
      }
    }),
    metricsSummaryTrends: usage.map(({ project, period, yes, no, flags, apps, environments }) => ({
      ...pointOf(period),
      project,
      totalFlags: flags,
      totalApps: apps,
      totalEnvironments: environments,
      totalRequests: yes + no,
      totalYes: yes,
      totalNo: no,
    })),
    environmentTypeTrends: updatesOf(flows).map(({ period, ...rest }) => ({ ...pointOf(period), ...rest })),
    creationArchiveTrends: createdOf(flows).map(({ period, ...rest }) => ({ ...pointOf(period), ...rest })),
    lifecycleTrends: reached.map(({ project, period, flags }) => ({
      ...pointOf(period),
      project,
      newProductionFlags: flags,
    })),
  }
}

type Counts = Pick<TrendRow, 'total' | 'stale' | 'overdue'>

const sum = (rows: readonly TrendRow[]): Counts =>
  rows.reduce(
    (all, { total, stale, overdue }) => ({
      total: all.total + total,
      stale: all.stale + stale,
      overdue: all.overdue + overdue,
    }),
    { total: 0, stale: 0, overdue: 0 },
  )

const countsOf = ({ total, stale, overdue }: Counts) => ({
  total,
  active: total - stale,
  stale,
  potentiallyStale: overdue,
})

function updatesOf(flows: readonly FlowRow[]) {
  const changes = flows.filter(({ kind }) => kind === 'changes')
  return [...Map.groupBy(changes, ({ period, dim }) => `${period} ${dim}`)].map(([, rows]) => ({
    period: rows[0]?.period ?? '',
    environmentType: rows[0]?.dim ?? '',
    totalUpdates: rows.reduce((all, { count }) => all + count, 0),
  }))
}

function createdOf(flows: readonly FlowRow[]) {
  const wanted = flows.filter(({ kind }) => kind === 'created' || kind === 'archived')
  return [...Map.groupBy(wanted, ({ period, project }) => `${period} ${project}`)].map(([, rows]) => ({
    period: rows[0]?.period ?? '',
    project: rows[0]?.project ?? '',
    archivedFlags: rows.find(({ kind }) => kind === 'archived')?.count ?? 0,
    createdFlags: Object.fromEntries(
      rows.flatMap(({ kind, dim, count }) => (kind === 'created' ? [[dim, count]] : [])),
    ),
  }))
}
