import { useElementSize } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatNumber, formatPercent, formatShort } from '../../../../lib/format.ts'
import classes from './Chart.module.css'
import { type Flock, flocksOf, type Marker } from './markers.ts'
import { t } from './messages.ts'
import { labelled, ticksTo } from './scale.ts'
import { type Series, type Step, shareOf, sumOf } from './series.ts'
import { formatStep, formatWhen, lengthOf, type Size } from './times.ts'

type ChartProps = {
  title: string
  steps: readonly Step[]
  series: readonly Series[]
  size: Size
  markers: readonly Marker[]
  /** The label of a series. */
  nameOf(series: Series): string
  /** The link to an event in the log. */
  logOf(marker: Marker): { to: string; search: { id: string; open: string } }
}

const HEIGHT = 200
const LEFT = 44
const BELOW = 24

/** Stacked bars over time, with markers for changes. */
export function Chart({ title, steps, series, size, markers, nameOf, logOf }: ChartProps) {
  const { ref, width: whole } = useElementSize()
  const id = useId()
  const width = Math.max(120, whole - LEFT)
  const count = Math.max(1, steps.length)
  const across = width / count
  const start = steps[0]?.at ?? 0
  const toX = (at: number) => LEFT + Math.min(1, Math.max(0, (at - start) / (count * lengthOf(size)))) * width
  const heights = steps.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0))
  const ticks = ticksTo(Math.max(0, ...heights))
  const highest = ticks.at(-1) ?? 1
  const toY = (value: number) => HEIGHT - (value / highest) * HEIGHT
  const flocks = flocksOf(markers, toX)
  const all = sumOf(steps)
  return (
    <div ref={ref} className={classes.chart}>
      <svg
        width="100%"
        height={HEIGHT + BELOW + 8}
        viewBox={`0 -8 ${LEFT + width} ${HEIGHT + BELOW + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('chart.text', { title, count: all.yes + all.no, share: formatPercent(shareOf(all)) })}
      >
        <Hatches id={id} />
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={classes.line} x1={LEFT} x2={LEFT + width} y1={toY(tick)} y2={toY(tick)} />
            <text x={LEFT - 8} y={toY(tick) + 4} textAnchor="end">
              {formatShort(tick)}
            </text>
          </g>
        ))}
        {steps.map((step, index) => (
          <g key={step.at} className={classes.step}>
            <title>{wordsOf(step, index, { series, size, nameOf })}</title>
            <rect className={classes.reach} x={LEFT + index * across} width={across} y={0} height={HEIGHT} />
            <Bar id={id} index={index} series={series} x={LEFT + index * across} across={across} toY={toY} />
          </g>
        ))}
        {labelled(steps.length, width).map((index) => (
          <text
            key={index}
            x={Math.min(LEFT + width - 30, LEFT + (index + 0.5) * across)}
            y={HEIGHT + 18}
            textAnchor="middle"
          >
            {formatStep(steps[index]?.at ?? 0, size)}
          </text>
        ))}
        {flocks.map(({ x, markers: [{ number }] }) => (
          <line key={number} className={classes.moment} x1={x} x2={x} y1={-8} y2={HEIGHT} />
        ))}
      </svg>
      {flocks.map((flock) => (
        <FlockMark key={flock.markers[0].number} flock={flock} link={logOf(flock.markers[0])} />
      ))}
    </div>
  )
}

type Words = Pick<ChartProps, 'series' | 'size' | 'nameOf'>

const wordsOf = ({ at }: Step, index: number, { series, size, nameOf }: Words) =>
  t('chart.step', {
    when: formatStep(at, size),
    parts: series.map((one) => `${nameOf(one)} ${formatNumber(one.values[index] ?? 0)}`).join(', '),
  })

type BarProps = {
  id: string
  index: number
  series: readonly Series[]
  x: number
  across: number
  toY(value: number): number
}

function Bar({ id, index, series, x, across, toY }: BarProps) {
  const gap = across > 6 ? 2 : across > 3 ? 1 : 0
  const wide = Math.min(across - gap, 64)
  let below = 0
  return series.map(({ key, kind, values }, place) => {
    const value = values[index] ?? 0
    const y = toY(below + value)
    const height = toY(below) - y
    below += value
    if (value === 0) return null
    return (
      <rect
        key={key}
        x={x + (across - wide) / 2}
        width={wide}
        y={y}
        // At least one pixel, so that one evaluation among thousands is visible.
        height={Math.max(1, height)}
        fill={fillOf({ kind, place, id })}
      />
    )
  })
}

type Look = { kind: Series['kind']; place: number; id: string }

/** Distinguished by colour and hatching: the first three are solid, the others and "off" are hatched. */
const fillOf = ({ kind, place, id }: Look): string =>
  kind === 'off' || kind === 'others'
    ? `url(#${id}-off)`
    : place < 3
      ? `var(--v${place + 1})`
      : `url(#${id}-${place % 3})`

function Hatches({ id }: { id: string }) {
  const hatch = (key: string, colour: string) => (
    <pattern
      key={key}
      id={`${id}-${key}`}
      width={4}
      height={4}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width={4} height={4} fill="var(--sunken)" />
      <rect width={1.75} height={4} fill={colour} />
    </pattern>
  )
  return (
    <defs>
      {hatch('off', 'var(--control)')}
      {[0, 1, 2].map((place) => hatch(String(place), `var(--v${place + 1})`))}
    </defs>
  )
}

/** The legend symbol of a series. */
export function Swatch({ kind, place }: { kind: Series['kind']; place: number }) {
  const id = useId()
  return (
    <svg className={classes.swatch} width={12} height={12} aria-hidden="true">
      <Hatches id={id} />
      <rect width={12} height={12} rx={2} fill={fillOf({ kind, place, id })} />
    </svg>
  )
}

type FlockMarkProps = { flock: Flock; link: { to: string; search: { id: string; open: string } } }

/** One change, or several close together; links to the first of them in the log. */
function FlockMark({ flock: { x, markers }, link }: FlockMarkProps) {
  const [{ number, event }] = markers
  const last = markers.at(-1)?.number ?? number
  const when = formatWhen(event.createdAt)
  const name =
    markers.length > 1
      ? t('marks.some', { first: number, last, when })
      : t('marks.one', { number, when, what: event.label ?? event.type })
  return (
    <Link className={classes.mark} style={{ left: x }} aria-label={name} title={name} {...link}>
      {markers.length > 1 ? t('marks.numbers', { first: number, last }) : number}
    </Link>
  )
}
