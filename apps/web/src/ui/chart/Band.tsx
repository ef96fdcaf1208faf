import { between } from './Areas.tsx'
import classes from './chart.module.css'
import { Lines } from './Lines.tsx'
import type { ChartSeries, Plot } from './marks.ts'
import type { Values } from './scale.ts'

type BandProps = { plot: Plot; low: Values; line: ChartSeries; high: Values }

/** A line within the range that most values are in. */
export const Band = ({ plot, low, line, high }: BandProps) => (
  <>
    <g data-colour={line.colour}>
      <path className={classes.band} d={between(plot, low, high)} />
    </g>
    <Lines plot={plot} series={[line]} />
  </>
)
