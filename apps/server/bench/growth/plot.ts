import { OURS } from '../delivery/plot.ts'
import type { Column } from './page.ts'

const WIDTH = 760
const [LEFT, RIGHT, TOP, ROW] = [290, 28, 52, 22]
const [LEAST, MOST] = [1, 2_000] // milliseconds
const STEPS = [1, 10, 100, 1_000]
const PALE = ['#a9c6d1', '#4d8ea6']
const font = 'font-family="system-ui, -apple-system, \'Segoe UI\', Roboto, sans-serif"'

/** A row for each request, and a dot for each size. The scale is logarithmic. */
export function plotGrowth(columns: readonly Column[], limitMs: number): string {
  const x = (ms: number) => {
    const within = Math.min(MOST, Math.max(LEAST, ms))
    return LEFT + (Math.log(within / LEAST) / Math.log(MOST / LEAST)) * (WIDTH - LEFT - RIGHT)
  }
  const colors = [...PALE, OURS].slice(-columns.length)
  const rows = (columns[0]?.figures ?? []).filter(({ isRequest }) => isRequest)
  const bottom = TOP + rows.length * ROW
  const grid = STEPS.map(
    (ms) =>
      `<line x1="${x(ms).toFixed(1)}" x2="${x(ms).toFixed(1)}" y1="${TOP - 8}" y2="${bottom}" stroke="#e3e6e8"/>
${text(x(ms), bottom + 16, ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`, 'middle', '#465157')}`,
  )
  const limit = `<line x1="${x(limitMs).toFixed(1)}" x2="${x(limitMs).toFixed(1)}" y1="${TOP - 8}" y2="${bottom}" stroke="#b3541e" stroke-dasharray="4 3"/>
${text(x(limitMs), bottom + 16, `${limitMs} ms`, 'middle', '#b3541e')}`
  const legend = columns.map(({ title }, index) => {
    const at = LEFT + index * 130
    return `<circle cx="${at}" cy="24" r="5" fill="${colors[index]}"/>${text(at + 10, 28, title, 'start', '#12181b')}`
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
    return `${text(LEFT - 14, y + 4, title, 'end', '#12181b')}
<line x1="${x(Math.min(...measured)).toFixed(1)}" x2="${x(Math.max(...measured)).toFixed(1)}" y1="${y}" y2="${y}" stroke="#cfd4d6"/>
${dots.join('\n')}`
  })
  const height = bottom + 28
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${font}>
<title>How long requests of the interface take as an installation grows</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${[...grid, limit, ...legend, ...lines].join('\n')}
</svg>
`
}

const text = (x: number, y: number, content: string, anchor: string, color: string) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="12" fill="${color}">${content}</text>`
