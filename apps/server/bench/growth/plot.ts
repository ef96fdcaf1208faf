import { OURS } from '../delivery/plot.ts'
import { frame, INK, LINE, label, WIDTH } from '../svg.ts'
import type { Column } from './page.ts'

const [LEFT, RIGHT, TOP, ROW] = [290, 28, 52, 22]
const LEAST = 1 // millisecond
const STEPS = [1, 10, 100, 1_000]
const LIMIT = '#b3541e'
const PALE = ['#a9c6d1', '#4d8ea6']

/** A row for each request, and a dot for each size. The scale is logarithmic. */
export function plotGrowth(columns: readonly Column[], limitMs: number): string {
  const colors = [...PALE, OURS].slice(-columns.length)
  const rows = (columns[0]?.figures ?? []).filter(({ isRequest }) => isRequest)
  const times = columns
    .flatMap(({ figures }) => figures.filter(({ isRequest }) => isRequest))
    .map(({ value }) => value)
  const most = Math.max(1_000, ...times.filter((value) => !Number.isNaN(value)))
  const x = (ms: number) =>
    LEFT + (Math.log(Math.max(LEAST, ms) / LEAST) / Math.log(most / LEAST)) * (WIDTH - LEFT - RIGHT)
  const bottom = TOP + rows.length * ROW
  const grid = STEPS.map(
    (ms) =>
      `<line x1="${x(ms).toFixed(1)}" x2="${x(ms).toFixed(1)}" y1="${TOP - 8}" y2="${bottom}" stroke="#e3e6e8"/>
${label(x(ms), bottom + 16, ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`, { anchor: 'middle' })}`,
  )
  const limit = `<line x1="${x(limitMs).toFixed(1)}" x2="${x(limitMs).toFixed(1)}" y1="${TOP - 8}" y2="${bottom}" stroke="${LIMIT}" stroke-dasharray="4 3"/>
${label(x(limitMs), bottom + 16, `${limitMs} ms`, { color: LIMIT })}`
  const legend = columns.map(({ title }, index) => {
    const at = LEFT + index * 130
    return `<circle cx="${at}" cy="24" r="5" fill="${colors[index]}"/>${label(at + 10, 28, title, { color: INK })}`
  })
  const lines = rows.map(({ title }, index) => {
    const y = TOP + index * ROW + ROW / 2
    const values = columns.map(
      ({ figures }) => figures.find((one) => one.title === title)?.value ?? Number.NaN,
    )
    const measured = values.filter((value) => !Number.isNaN(value))
    const dots = values.map((value, column) =>
      Number.isNaN(value)
        ? ''
        : `<circle cx="${x(value).toFixed(1)}" cy="${y}" r="5" fill="${colors[column]}"/>`,
    )
    return `${label(LEFT - 14, y + 4, title, { anchor: 'end', color: INK })}
<line x1="${x(Math.min(...measured)).toFixed(1)}" x2="${x(Math.max(...measured)).toFixed(1)}" y1="${y}" y2="${y}" stroke="${LINE}"/>
${dots.join('\n')}`
  })
  const title = 'How long requests of the interface take as an installation grows'
  return frame(title, bottom + 28, [...grid, limit, ...legend, ...lines])
}
