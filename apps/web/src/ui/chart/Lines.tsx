import classes from './chart.module.css'
import type { ChartSeries, Plot } from './marks.ts'
import { lonely, pathOf } from './scale.ts'

/** Lines with gaps where there is no data. */
export const Lines = ({ plot, series }: { plot: Plot; series: readonly ChartSeries[] }) =>
  series.map(({ key, values, colour, dashed, faint }) => (
    <g key={key} data-colour={colour} strokeDasharray={dashed ? '5 3' : undefined}>
      <path className={faint ? classes.thin : classes.line} d={pathOf(values, plot.toX, plot.toY)} />
      {lonely(values).map((at) => (
        <circle key={at} className={classes.dot} cx={plot.toX(at)} cy={plot.toY(values[at] ?? 0)} r={2.5} />
      ))}
    </g>
  ))
