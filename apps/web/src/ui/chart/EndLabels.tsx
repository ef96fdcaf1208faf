import classes from './chart.module.css'
import type { ChartSeries, Plot } from './marks.ts'
import { spread } from './scale.ts'

type EndLabelsProps = { plot: Plot; series: readonly ChartSeries[]; format(value: number): string }

const APART = 13
const LONGEST = 9

/** The names of lines beside their ends. Long ones are cut; the table has them in full. */
export function EndLabels({ plot, series, format }: EndLabelsProps) {
  const ends = series.flatMap(({ key, label, name, values, faint }) => {
    const value = values.at(-1) ?? null
    return value === null ? [] : [{ key, name: label ?? name, value, faint, y: plot.toY(value) }]
  })
  const places = spread(
    ends.map(({ y }) => y),
    APART,
    plot.bottom,
  )
  return ends.map(({ key, name, value, faint }, index) => (
    <text
      key={key}
      className={faint ? undefined : classes.strong}
      x={plot.left + plot.width + 6}
      y={(places[index] ?? 0) + 4}
    >
      {`${name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name} ${format(value)}`}
    </text>
  ))
}
