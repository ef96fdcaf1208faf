import { OURS, UNLEASH as WARM } from '../delivery/plot.ts'
import type { Phase, Region, Seen } from './plan.ts'

export type Curves = { region: Region; title: string; seconds: Seen['seconds'] }[]

const WIDTH = 760
const [LEFT, RIGHT, TOP, HEIGHT, GAP] = [64, 16, 44, 150, 44]
const [LEAST, MOST] = [0.1, 100_000] // milliseconds
const STEPS = [1, 10, 100, 1_000, 10_000]
const font = 'font-family="system-ui, -apple-system, \'Segoe UI\', Roboto, sans-serif"'

/** How long changes took to be seen, second by second, with the faults as bands. The scale is logarithmic. */
export function plotFleet(curves: Curves, phases: readonly Phase[], start: number): string {
  const last = Math.max(...curves.flatMap(({ seconds }) => seconds.map(({ second }) => second)))
  const x = (second: number) => LEFT + (Math.max(0, second) / last) * (WIDTH - LEFT - RIGHT)
  const faults = phases
    .filter(({ isFault }) => isFault)
    .map(({ name, from, to }) => ({ name, from: x((from - start) / 1000), to: x((to - start) / 1000) }))
  const panels = curves.map(({ title, seconds }, index) => {
    const top = TOP + index * (HEIGHT + GAP)
    const y = (ms: number) =>
      top + HEIGHT * (1 - Math.log(Math.max(LEAST, ms) / LEAST) / Math.log(MOST / LEAST))
    const bands = faults.map(
      ({ from, to }) =>
        `<rect x="${from.toFixed(1)}" y="${top}" width="${(to - from).toFixed(1)}" height="${HEIGHT}" fill="#eef1f2"/>`,
    )
    const labels = faults.map(({ name, from, to }) =>
      text((from + to) / 2, top + 13, name, 'middle', 11, '#465157'),
    )
    const grid = STEPS.map(
      (ms) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="#cfd4d6" stroke-width="0.5"/>
${text(LEFT - 6, y(ms) + 4, ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`, 'end', 11, '#465157')}`,
    )
    const line = (color: string, of: (one: Seen['seconds'][number]) => number) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.25" points="${seconds
        .map((one) => `${x(one.second).toFixed(1)},${y(of(one)).toFixed(1)}`)
        .join(' ')}"/>`
    return [
      text(16, top - 8, title, 'start', 13, '#12181b', ' font-weight="650"'),
      text(WIDTH - RIGHT - 60, top - 8, 'p50', 'end', 12, OURS),
      text(WIDTH - RIGHT - 26, top - 8, 'p99', 'end', 12, WARM),
      ...bands,
      ...grid,
      ...labels,
      line(WARM, ({ delays }) => delays.p99),
      line(OURS, ({ delays }) => delays.p50),
    ].join('\n')
  })
  const bottom = TOP + curves.length * (HEIGHT + GAP) - GAP
  const minutes = Array.from({ length: Math.floor(last / 60) + 1 }, (_, minute) =>
    text(x(minute * 60), bottom + 16, `${minute} min`, 'middle', 11, '#465157'),
  )
  const height = bottom + 28
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${font}>
<title>Time until a change is seen in two regions</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${panels.join('\n')}
${minutes.join('\n')}
</svg>
`
}

const text = (
  x: number,
  y: number,
  content: string,
  anchor: string,
  size: number,
  color: string,
  more = '',
) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}"${more} fill="${color}">${content}</text>`
