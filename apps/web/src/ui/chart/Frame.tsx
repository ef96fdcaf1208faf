import { ActionIcon, Tooltip } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconChartAreaLine, IconTable } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { t } from '../../messages/chart.ts'
import { DataTable } from './ChartTable.tsx'
import classes from './chart.module.css'
import type { ChartSeries, Plot } from './marks.ts'
import { Patterns, Swatch } from './Patterns.tsx'
import { labelledSteps } from './scale.ts'

export type FrameProps = {
  title: string
  /** The number that matters most, and what it counts. */
  figure: string
  unit: string
  verdict?: { text: string; good: boolean } | undefined
  /** Start times of the steps, in milliseconds. */
  times: readonly number[]
  series: readonly ChartSeries[]
  /** Round numbers of the axis. */
  ticks: readonly number[]
  /** Whether each step is a column, or a point on a line. */
  columns?: boolean
  /** Room at the right of the plot, for labels. */
  right?: number | undefined
  /** A step from which something is different. */
  from?: { index: number; label: string } | undefined
  format(value: number): string
  formatTick(value: number): string
  formatTime(at: number): string
  formatStep(at: number): string
  children(plot: Plot): ReactNode
}

const HEIGHT = 176
const TOP = 16
const LEFT = 44
const RIGHT = 10
const BELOW = 22

/**
 * A chart on a card: its most important number, a legend with the values of the chosen step, and the same data as a
 * table. The pointer, touch and the arrow keys choose a step, which a screen reader announces.
 */
export function Frame(props: FrameProps) {
  const { title, figure, unit, verdict, times, series, format, formatTime } = props
  const [chosen, setChosen] = useState<number>()
  const [isTable, setTable] = useState(false)
  const id = useId()
  const shown = chosen ?? times.length - 1
  const valueAt = ({ values }: ChartSeries) => {
    const value = values[shown] ?? null
    return value === null ? t('chart.none') : format(value)
  }
  const isKnown = series.some(({ values }) => values.some((value) => value !== null))
  const isEmpty = series.every(({ values }) => values.every((value) => !value))
  const label = t(isTable ? 'chart.toChart' : 'chart.toTable', { title })
  return (
    <article className={classes.card} aria-label={title}>
      <header className={classes.head}>
        <h2>{title}</h2>
        <Tooltip label={label}>
          <ActionIcon aria-label={label} onClick={() => setTable(!isTable)}>
            {isTable ? <IconChartAreaLine size={16} stroke={1.5} /> : <IconTable size={16} stroke={1.5} />}
          </ActionIcon>
        </Tooltip>
      </header>
      <p className={classes.figure}>
        <b className="num">{figure}</b>
        <span className="dim">{unit}</span>
        {verdict && <span data-good={verdict.good || undefined}>{verdict.text}</span>}
      </p>
      {isTable ? (
        <DataTable title={title} times={times} lines={series} format={format} formatTime={formatTime} />
      ) : (
        <>
          <ul className={classes.keys}>
            {series
              .filter(({ faint }) => !faint)
              .map((one) => (
                <li key={one.key}>
                  <Swatch id={id} series={one} />
                  <span className={classes.name}>{one.name}</span>
                  <b className="num">{valueAt(one)}</b>
                </li>
              ))}
          </ul>
          {isEmpty ? (
            <p className={classes.empty}>{t(isKnown ? 'chart.zero' : 'chart.empty')}</p>
          ) : (
            <Drawing
              {...props}
              id={id}
              chosen={chosen}
              words={series
                .map((one) => t('chart.value', { name: one.name, value: valueAt(one) }))
                .join(', ')}
              onChoose={setChosen}
            />
          )}
        </>
      )}
    </article>
  )
}

type DrawingProps = FrameProps & {
  id: string
  chosen: number | undefined
  words: string
  onChoose(index: number | undefined): void
}

function Drawing(props: DrawingProps) {
  const { title, times, series, ticks, columns = false, right = RIGHT, id, chosen, words, onChoose } = props
  const { ref, width: whole } = useElementSize()
  const width = Math.max(80, whole - LEFT - right)
  const last = times.length - 1
  const step = columns || last === 0 ? width / times.length : width / last
  const offset = columns || last === 0 ? step / 2 : 0
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)]
  const plot: Plot = {
    id,
    left: LEFT,
    width,
    bottom: TOP + HEIGHT,
    step,
    toX: (index) => LEFT + offset + index * step,
    toY: (value) => TOP + HEIGHT - ((value - low) / (high - low)) * HEIGHT,
  }
  const follow = (event: PointerEvent<HTMLInputElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const at = ((event.clientX - box.left) / Math.max(1, box.width)) * width
    onChoose(Math.min(last, Math.max(0, Math.round((at - offset) / step))))
  }
  const shown = chosen ?? last
  return (
    <div ref={ref} className={classes.plot}>
      <svg width="100%" height={TOP + HEIGHT + BELOW} aria-hidden="true">
        <Patterns id={id} series={series} />
        <Axes {...props} plot={plot} />
        {props.children(plot)}
        {props.from && <From plot={plot} {...props.from} />}
        {chosen !== undefined && (
          <line
            className={classes.crosshair}
            x1={plot.toX(chosen)}
            x2={plot.toX(chosen)}
            y1={TOP}
            y2={TOP + HEIGHT}
          />
        )}
      </svg>
      {chosen !== undefined && (
        <output className={classes.moment}>{props.formatTime(times[chosen] ?? 0)}</output>
      )}
      <input
        type="range"
        className={classes.cursor}
        style={{ left: LEFT, right, top: TOP, height: HEIGHT }}
        min={0}
        max={Math.max(0, last)}
        value={shown}
        aria-label={t('chart.values', { title })}
        aria-valuetext={t('chart.at', { time: props.formatTime(times[shown] ?? 0), values: words })}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
        onPointerMove={follow}
        onPointerLeave={() => onChoose(undefined)}
        onBlur={() => onChoose(undefined)}
      />
    </div>
  )
}

const anchorOf = (index: number, last: number) => (index === 0 ? 'start' : index === last ? 'end' : 'middle')

function Axes({ plot, ticks, times, columns, formatTick, formatStep }: FrameProps & { plot: Plot }) {
  const last = times.length - 1
  const right = plot.left + plot.width
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            className={tick === 0 ? classes.zero : classes.grid}
            x1={plot.left}
            x2={right}
            y1={plot.toY(tick)}
            y2={plot.toY(tick)}
          />
          <text x={plot.left - 6} y={plot.toY(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelledSteps(times.length, plot.width, 72).map((index) => (
        <text
          key={index}
          x={plot.toX(index)}
          y={TOP + HEIGHT + 18}
          textAnchor={columns || last === 0 ? 'middle' : anchorOf(index, last)}
        >
          {formatStep(times[index] ?? 0)}
        </text>
      ))}
    </>
  )
}

/** A dotted line with a text on the side where there is more room. */
function From({ plot, index, label }: { plot: Plot; index: number; label: string }) {
  const x = plot.toX(index)
  const isLeft = x < plot.left + plot.width / 2
  return (
    <>
      <line className={classes.from} x1={x} x2={x} y1={4} y2={TOP + HEIGHT} />
      <text x={x + (isLeft ? 4 : -4)} y={12} textAnchor={isLeft ? 'start' : 'end'}>
        {label}
      </text>
    </>
  )
}
