import { useElementSize } from '@mantine/hooks'
import { type PointerEvent, useState } from 'react'
import { t } from '../../messages/chart.ts'
import { ChartTable } from './ChartTable.tsx'
import classes from './chart.module.css'
import { Legend, styleOf } from './Legend.tsx'
import { axisOf, type ChartLine, labelledSteps, lonely, pathOf } from './scale.ts'

type LineChartProps = {
  title: string
  /** Start times of the steps, in milliseconds. */
  times: readonly number[]
  lines: readonly ChartLine[]
  fromZero: boolean
  /** Times of changes that may explain what the lines show. */
  markers?: readonly number[] | undefined
  format(value: number): string
  formatTick(value: number): string
  formatTime(at: number): string
  formatStep(at: number): string
}

const HEIGHT = 168
const LEFT = 52
const BELOW = 22
const RIGHT = 8

/** Lines over time. The pointer or the arrow keys choose a step, and the legend shows its values. */
export function LineChart(props: LineChartProps) {
  const { title, times, lines, format, formatTime } = props
  const { ref, width: whole } = useElementSize()
  const [chosen, setChosen] = useState<number>()
  const last = times.length - 1
  const width = Math.max(80, whole - LEFT - RIGHT)
  const toX = (index: number) => LEFT + (last > 0 ? (index / last) * width : width / 2)
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / Math.max(1, box.width)
    setChosen(Math.round(Math.min(1, Math.max(0, share)) * last))
  }
  const shown = chosen ?? last
  const valueAt = (line: ChartLine) => {
    const value = line.values[shown] ?? null
    return value === null ? t('chart.none') : format(value)
  }
  const words = lines.map((line) => t('chart.value', { name: line.name, value: valueAt(line) })).join(', ')
  const time = formatTime(times[shown] ?? 0)
  return (
    <div className={classes.chart}>
      <div ref={ref} className={classes.plot}>
        <Drawing {...props} width={width} toX={toX} chosen={chosen} />
        <input
          type="range"
          className={classes.cursor}
          style={{ left: LEFT, right: RIGHT, height: HEIGHT }}
          min={0}
          max={Math.max(0, last)}
          value={shown}
          aria-label={t('chart.values', { title })}
          aria-valuetext={t('chart.at', { time, values: words })}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onPointerMove={follow}
          onPointerLeave={() => setChosen(undefined)}
          onBlur={() => setChosen(undefined)}
        />
      </div>
      <Legend time={time} lines={lines} valueAt={valueAt} />
      <ChartTable title={title} times={times} lines={lines} format={format} formatTime={formatTime} />
    </div>
  )
}

type DrawingProps = LineChartProps & {
  width: number
  chosen: number | undefined
  toX(index: number): number
}

function Drawing(props: DrawingProps) {
  const { times, lines, fromZero, markers = [], width, toX, chosen, formatTick, formatStep } = props
  const ticks = axisOf(lines, fromZero)
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const toY = (value: number) => HEIGHT - ((value - low) / (high - low)) * HEIGHT
  const [start = 0, end = 1] = [times[0], times.at(-1)]
  const step = (times[1] ?? end) - start
  // The last step goes beyond the last point.
  const toMoment = (at: number) => LEFT + Math.min(1, (at - start) / Math.max(1, end - start)) * width
  return (
    <svg
      width="100%"
      height={HEIGHT + BELOW + 8}
      viewBox={`0 -8 ${LEFT + width + RIGHT} ${HEIGHT + BELOW + 8}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line className={classes.grid} x1={LEFT} x2={LEFT + width} y1={toY(tick)} y2={toY(tick)} />
          <text x={LEFT - 8} y={toY(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelledSteps(times.length, width).map((index) => (
        <text key={index} x={toX(index)} y={HEIGHT + 18} textAnchor={index === 0 ? 'start' : 'middle'}>
          {formatStep(times[index] ?? 0)}
        </text>
      ))}
      {markers
        .filter((at) => at >= start && at <= end + step)
        .map((at) => (
          <line key={at} className={classes.marker} x1={toMoment(at)} x2={toMoment(at)} y1={-8} y2={HEIGHT} />
        ))}
      {lines.map(({ key, values }, index) => (
        <g key={key} {...styleOf(index)}>
          <path className={classes.line} d={pathOf(values, toX, toY)} />
          {lonely(values).map((at) => (
            <circle key={at} className={classes.dot} cx={toX(at)} cy={toY(values[at] ?? 0)} r={2.5} />
          ))}
        </g>
      ))}
      {chosen !== undefined && (
        <>
          <line className={classes.crosshair} x1={toX(chosen)} x2={toX(chosen)} y1={0} y2={HEIGHT} />
          {lines.map(({ key, values }, index) => {
            const value = values[chosen] ?? null
            return (
              value !== null && (
                <g key={key} {...styleOf(index)}>
                  <circle className={classes.dot} cx={toX(chosen)} cy={toY(value)} r={3.5} />
                </g>
              )
            )
          })}
        </>
      )}
    </svg>
  )
}
