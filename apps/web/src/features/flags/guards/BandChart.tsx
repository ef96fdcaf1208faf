import { useElementSize } from '@mantine/hooks'
import { formatMinute } from '../../../lib/format.ts'
import { ChartTable } from '../../../ui/chart/ChartTable.tsx'
import { labelledSteps, pathOf } from '../../../ui/chart/scale.ts'
import { type BandPoint, LEAST, MOST, safeFrom, shareOf } from './band.ts'
import classes from './guards.module.css'
import { t } from './messages.ts'

const HEIGHT = 160
const LEFT = 44
const RIGHT = 8
const BELOW = 22
const TICKS = [0.25, 0.5, 1, 2, 4]
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

type BandChartProps = { title: string; points: readonly BandPoint[]; limit: number }

export const times = (value: number) => t('figure.times', { value: Number(value.toPrecision(3)) })

/** How many times as bad with the flag on, with the band that it is in and the limit. */
export function BandChart({ title, points, limit }: BandChartProps) {
  const { ref, width: whole } = useElementSize()
  const width = Math.max(80, whole - LEFT - RIGHT)
  const last = points.length - 1
  const toX = (index: number) => LEFT + (last > 0 ? (index / last) * width : width / 2)
  const toY = (ratio: number) => HEIGHT - shareOf(ratio) * HEIGHT
  const safe = safeFrom(points, limit)
  const end = points[last]
  const format = (value: number) => times(value)
  return (
    <div className={classes.chart}>
      <div ref={ref}>
        <svg width="100%" height={HEIGHT + BELOW + 8} role="img" aria-label={title}>
          <g transform="translate(0 8)">
            {TICKS.map((tick) => (
              <g key={tick}>
                <line
                  className={tick === 1 ? classes.even : classes.grid}
                  x1={LEFT}
                  x2={LEFT + width}
                  y1={toY(tick)}
                  y2={toY(tick)}
                />
                <text x={LEFT - 8} y={toY(tick) + 4} textAnchor="end">
                  {times(tick)}
                </text>
              </g>
            ))}
            <path className={classes.band} d={areaOf(points, toX, toY)} />
            <line className={classes.limit} x1={LEFT} x2={LEFT + width} y1={toY(limit)} y2={toY(limit)} />
            <text className={classes.limitText} x={LEFT + width} y={toY(limit) - 5} textAnchor="end">
              {t('chart.limit', { value: times(limit) })}
            </text>
            <path
              className={classes.ratio}
              d={pathOf(
                points.map(({ ratio }) => ratio),
                toX,
                toY,
              )}
            />
            {end?.ratio != null && (
              <circle className={classes.dot} cx={toX(last)} cy={toY(end.ratio)} r={3.5} />
            )}
            {safe !== undefined && (
              <>
                <circle className={classes.safeRing} cx={toX(safe)} cy={toY(limit)} r={4} />
                <text
                  className={classes.safeText}
                  x={toX(safe)}
                  y={toY(limit) - 9}
                  textAnchor={safe < last / 4 ? 'start' : safe > (last * 3) / 4 ? 'end' : 'middle'}
                >
                  {t('chart.safe')}
                </text>
              </>
            )}
            {labelledSteps(points.length, width).map((index) => (
              <text
                key={index}
                x={toX(index)}
                y={HEIGHT + 18}
                textAnchor={last === 0 ? 'middle' : index === 0 ? 'start' : index === last ? 'end' : 'middle'}
              >
                {clock.format(points[index]?.at ?? 0)}
              </text>
            ))}
          </g>
        </svg>
      </div>
      <ChartTable
        title={title}
        times={points.map(({ at }) => at)}
        lines={[
          { key: 'ratio', name: t('chart.ratio'), values: points.map(({ ratio }) => ratio) },
          { key: 'low', name: t('chart.low'), values: points.map(({ low }) => low) },
          { key: 'high', name: t('chart.high'), values: points.map(({ high }) => high) },
        ]}
        format={format}
        formatTime={(at) => formatMinute(new Date(at).toISOString())}
      />
    </div>
  )
}

/** From the lower to the upper end of the band. Where it is open, it reaches the edge of the chart. */
function areaOf(
  points: readonly BandPoint[],
  toX: (index: number) => number,
  toY: (ratio: number) => number,
): string {
  // A single point is drawn a little wide, so that its band can be seen.
  const sides = points.length === 1 ? [-6, 6] : [0]
  const at = (index: number, ratio: number) =>
    sides.map((side) => `${(toX(index) + side).toFixed(1)},${toY(ratio).toFixed(1)}`)
  const upper = points.flatMap(({ high }, index) => at(index, high ?? MOST))
  const lower = points.flatMap(({ low }, index) => at(index, low ?? LEAST)).reverse()
  return `M${[...upper, ...lower].join('L')}Z`
}

type BandLineProps = { low: number | null; high: number | null; ratio: number | null; limit: number }

/** The same as a single line, for lists. */
export const BandLine = ({ low, high, ratio, limit }: BandLineProps) => (
  <span className={classes.mini} aria-hidden="true">
    <span
      className={classes.miniBand}
      style={{
        left: `${shareOf(low ?? LEAST) * 100}%`,
        right: `${(1 - shareOf(high ?? MOST)) * 100}%`,
      }}
    />
    <span className={classes.miniLimit} style={{ left: `${shareOf(limit) * 100}%` }} />
    {ratio !== null && <span className={classes.miniRatio} style={{ left: `${shareOf(ratio) * 100}%` }} />}
  </span>
)
