import classes from './chart.module.css'
import type { ChartLine } from './scale.ts'

const COLOURS = 3
const dashes = ['none', '6 3', '2 2', '8 3 2 3']

/** Colour and dashes, so that lines can be told apart without colour. */
export const styleOf = (index: number) => ({
  'data-colour': (index % COLOURS) + 1,
  strokeDasharray: dashes[Math.floor(index / COLOURS) % dashes.length],
})

type LegendProps = { time: string; lines: readonly ChartLine[]; valueAt(line: ChartLine): string }

/** The lines with their values at the chosen time. */
export function Legend({ time, lines, valueAt }: LegendProps) {
  return (
    <div className={classes.legend}>
      <span className={classes.time}>{time}</span>
      <ul>
        {lines.map((line, index) => (
          <li key={line.key}>
            <svg width={20} height={8} aria-hidden="true" {...styleOf(index)}>
              <line className={classes.line} x1={0} x2={20} y1={4} y2={4} />
            </svg>
            <span className={classes.name}>{line.name}</span>
            <b className="num">{valueAt(line)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}
