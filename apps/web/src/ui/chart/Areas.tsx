import classes from './chart.module.css'
import { type ChartSeries, fillOf, type Plot } from './marks.ts'
import { pathOf, stackOf, type Values } from './scale.ts'

/** Stacked areas, each with a line on top. The first series is at the bottom. */
export function Areas({ plot, series }: { plot: Plot; series: readonly ChartSeries[] }) {
  const spans = stackOf(series.map(({ values }) => values))
  return series.map((one, row) => {
    const own = spans[row] ?? []
    const upper = own.map(([, to], index) => (isKnown(one.values, index) ? to : null))
    const lower = own.map(([from], index) => (isKnown(one.values, index) ? from : null))
    return (
      <g key={one.key} data-colour={one.colour}>
        <path className={classes.area} d={between(plot, lower, upper)} fill={fillOf(plot.id, one)} />
        <path className={classes.edge} d={pathOf(upper, plot.toX, plot.toY)} />
      </g>
    )
  })
}

const isKnown = (values: Values, index: number) => (values[index] ?? null) !== null

/** The space between two lines, as far as both are known. */
export function between({ toX, toY }: Plot, lower: Values, upper: Values): string {
  const point = (index: number, value: number) => `${toX(index).toFixed(1)},${toY(value).toFixed(1)}`
  const known = upper.flatMap((high, index) => {
    const low = lower[index] ?? null
    return high === null || low === null ? [] : [{ index, high, low }]
  })
  if (known.length === 0) return ''
  const above = known.map(({ index, high }) => point(index, high))
  const below = known.map(({ index, low }) => point(index, low)).reverse()
  return `M${[...above, ...below].join('L')}Z`
}
