import type { ChartSeries, InsightCharts } from '@flagstaff/contract/insights'
import { debtOf } from '../../setup/projects/index.ts'
import type { Range } from './days.ts'
import type { FirstRow, FlowRow, StockRow, UsageRow } from './queries.ts'

export type ChartData = {
  range: Range
  stocks: readonly StockRow[]
  /** The flags of this moment. */
  current: readonly StockRow[]
  flows: readonly FlowRow[]
  usage: readonly UsageRow[]
  times: readonly FirstRow[]
  measuredFrom: string | null
  projects: number
}

/** Health has one definition, and it is about stale and potentially stale flags. */
export const debtOfStocks = ({ total, stale, overdue }: Pick<StockRow, 'total' | 'stale' | 'overdue'>) =>
  debtOf({ flags: total, stale, potentially_stale: overdue })

const TARGET = 90

/** How many stale flags have to be archived until the rest has the target of health. */
export function cleanupOf(stocks: readonly Pick<StockRow, 'total' | 'stale' | 'overdue'>[]) {
  const sum = (column: 'total' | 'stale' | 'overdue') => stocks.reduce((all, row) => all + row[column], 0)
  const [total, stale, overdue] = [sum('total'), sum('stale'), sum('overdue')]
  const bad = stale + overdue
  // An archived flag is missing in both numbers: (bad - n) / (total - n) = 1 - target.
  const toArchive = Math.max(0, Math.ceil((100 * bad - (100 - TARGET) * total) / TARGET))
  return {
    health: 100 - debtOfStocks({ total, stale, overdue }),
    target: TARGET,
    flags: total,
    stale: bad,
    toArchive,
  }
}

/** An archived project has no flags that count. */
export function ratingsOf(stocks: StockRow | undefined) {
  const { total = 0, stale = 0, overdue = 0 } = stocks ?? {}
  const counts = { activeCount: total - stale, potentiallyStaleCount: overdue, staleCount: stale }
  const debt = debtOfStocks({ total, stale, overdue })
  return { health: { rating: 100 - debt, ...counts }, technicalDebt: { rating: debt, ...counts } }
}

const environmentTypes = ['production', 'preproduction', 'test', 'development'] as const

export function toCharts(data: ChartData): InsightCharts {
  const { range, measuredFrom, projects } = data
  const { periods } = range
  return {
    by: range.by,
    dates: periods.map(({ start }) => start),
    measuredFrom,
    projects,
    cleanup: cleanupOf(data.current),
    charts: {
      lifecycle: lifecycleOf(data),
      flow: [
        series(
          'created',
          summed(data, (row) => row.kind === 'created'),
        ),
        series(
          'archived',
          summed(data, (row) => row.kind === 'archived'),
        ),
        series(
          'revived',
          summed(data, (row) => row.kind === 'revived'),
        ),
      ],
      debt: debtsOf(data),
      evaluations: (['yes', 'no'] as const).map((key) => series(key, usageOf(data, key))),
      production: (['low', 'median', 'high'] as const).map((key) => series(key, timesOf(data, key))),
      updates: updatesOf(data),
    },
  }
}

const series = (id: string, values: (number | null)[], project: string | null = null): ChartSeries => ({
  id,
  project,
  values,
})

function lifecycleOf({ range, stocks }: ChartData): ChartSeries[] {
  const days = Map.groupBy(stocks, ({ day }) => day)
  return (['initial', 'pre_live', 'live', 'completed'] as const).map((column) =>
    series(
      column.replace('_', '-'),
      range.periods.map(({ end }) => sumOf(days.get(end), (row) => row[column])),
    ),
  )
}

function debtsOf({ range, stocks }: ChartData): ChartSeries[] {
  const days = Map.groupBy(stocks, ({ day }) => day)
  const all = range.periods.map(({ end }) => {
    const rows = days.get(end)
    const sum = (column: 'total' | 'stale' | 'overdue') => sumOf(rows, (row) => row[column]) ?? 0
    return rows ? debtOfStocks({ total: sum('total'), stale: sum('stale'), overdue: sum('overdue') }) : null
  })
  const projects = [...Map.groupBy(stocks, ({ project }) => project)].sort(([a], [b]) => (a < b ? -1 : 1))
  const each = projects.map(([project, rows]) => {
    const known = new Map(rows.map((row) => [row.day, debtOfStocks(row)]))
    return series(
      'project',
      range.periods.map(({ end }) => known.get(end) ?? null),
      project,
    )
  })
  return [series('all', all), ...each]
}

const usageOf = ({ range, usage }: ChartData, key: 'yes' | 'no') => {
  const known = new Map(usage.map((row) => [row.period, row[key]]))
  return range.periods.map(({ start }) => known.get(start) ?? 0)
}

const timesOf = ({ range, times }: ChartData, key: 'low' | 'median' | 'high') => {
  const known = new Map(times.map((row) => [row.period, row[key]]))
  return range.periods.map(({ start }) => known.get(start) ?? null)
}

function summed({ range, flows }: ChartData, wanted: (row: FlowRow) => boolean): number[] {
  const periods = Map.groupBy(flows.filter(wanted), ({ period }) => period)
  return range.periods.map(({ start }) => sumOf(periods.get(start), (row) => row.count) ?? 0)
}

/** The usual types always, and others where there are changes. */
function updatesOf(data: ChartData): ChartSeries[] {
  const changes = data.flows.filter(({ kind }) => kind === 'changes')
  const others = [...new Set(changes.map(({ dim }) => dim))]
    .filter((dim) => !environmentTypes.some((type) => type === dim))
    .sort()
  return [...environmentTypes, ...others]
    .map((type) =>
      series(
        type,
        summed(data, ({ kind, dim }) => kind === 'changes' && dim === type),
      ),
    )
    .filter(({ id, values }) => id === 'production' || values.some((value) => value !== 0))
}

const sumOf = <Row>(rows: readonly Row[] | undefined, value: (row: Row) => number): number | null =>
  rows ? rows.reduce((sum, row) => sum + value(row), 0) : null

type Line = { chart: string; series: string; project: string; date: string; value: number }

/** One row per value, so that spreadsheets can filter and pivot. */
export const toLines = ({ charts, dates }: InsightCharts): Line[] =>
  Object.entries(charts).flatMap(([chart, list]) =>
    list.flatMap(({ id, project, values }) =>
      values.flatMap((value, index) =>
        value === null
          ? []
          : [{ chart, series: id, project: project ?? '', date: dates[index] ?? '', value }],
      ),
    ),
  )
