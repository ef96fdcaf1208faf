import classes from './chart.module.css'
import { type ChartSeries, type Fill, fillOf } from './marks.ts'

const turns: Record<Fill, string> = { solid: '', hatch: 'rotate(45)', back: 'rotate(-45)', dots: '' }

/** The hatchings that the series of a chart use. */
export const Patterns = ({ id, series }: { id: string; series: readonly ChartSeries[] }) => (
  <defs>
    {series
      .filter(({ fill = 'solid' }) => fill !== 'solid')
      .map(({ key, colour, fill = 'solid' }) => (
        <pattern
          key={key}
          id={`${id}-${fill}-${colour}`}
          data-colour={colour}
          width={5}
          height={5}
          patternUnits="userSpaceOnUse"
          patternTransform={turns[fill]}
        >
          <rect className={classes.ground} width={5} height={5} />
          {fill === 'dots' ? (
            <circle className={classes.dot} cx={2.5} cy={2.5} r={1.5} />
          ) : (
            <rect className={classes.dot} width={2.5} height={5} />
          )}
        </pattern>
      ))}
  </defs>
)

/** What a series looks like, for the legend. */
export const Swatch = ({ id, series }: { id: string; series: ChartSeries }) => (
  <svg width={10} height={10} aria-hidden="true" data-colour={series.colour}>
    <rect className={classes.swatch} x={0.5} y={0.5} width={9} height={9} rx={2} fill={fillOf(id, series)} />
  </svg>
)
