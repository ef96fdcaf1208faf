import classes from './chart.module.css'
import { type ChartSeries, fillOf, type Plot } from './marks.ts'
import { stackOf } from './scale.ts'

/** Columns, stacked upwards, and downwards for negative values. */
export function Bars({ plot, series }: { plot: Plot; series: readonly ChartSeries[] }) {
  const spans = stackOf(series.map(({ values }) => values))
  const thick = Math.max(1, Math.min(24, plot.step * 0.76))
  return series.map((one, row) => (
    <g key={one.key} data-colour={one.colour}>
      {spans[row]?.map(([from, to], index) => {
        const [top, bottom] = [plot.toY(Math.max(from, to)), plot.toY(Math.min(from, to))]
        return from === to ? null : (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other name than its place
            key={index}
            className={classes.bar}
            x={plot.toX(index) - thick / 2}
            y={top}
            width={thick}
            height={Math.max(0.5, bottom - top)}
            fill={fillOf(plot.id, one)}
          />
        )
      })}
    </g>
  ))
}
