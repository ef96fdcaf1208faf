import { OURS, UNLEASH as WARM } from '../delivery/plot.ts'
import { frame, INK, LINE, label, WIDTH } from '../svg.ts'
import type { Phase, Region, Seen } from './plan.ts'

export type Curves = { region: Region; title: string; seconds: Seen['seconds'] }[]

const [LEFT, RIGHT, TOP, HEIGHT, GAP] = [64, 16, 44, 150, 44]
const [LEAST, MOST] = [0.1, 100_000] // milliseconds
const STEPS = [1, 10, 100, 1_000, 10_000]

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
      label((from + to) / 2, top + 13, name, { anchor: 'middle', size: 11 }),
    )
    const grid = STEPS.map(
      (ms) =>
        `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="${LINE}" stroke-width="0.5"/>
${label(LEFT - 6, y(ms) + 4, ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`, { anchor: 'end', size: 11 })}`,
    )
    const line = (color: string, of: (one: Seen['seconds'][number]) => number) =>
      `<polyline fill="none" stroke="${color}" stroke-width="1.25" points="${seconds
        .map((one) => `${x(one.second).toFixed(1)},${y(of(one)).toFixed(1)}`)
        .join(' ')}"/>`
    return [
      label(16, top - 8, title, { size: 13, color: INK, bold: true }),
      label(WIDTH - RIGHT - 60, top - 8, 'p50', { anchor: 'end', color: OURS }),
      label(WIDTH - RIGHT - 26, top - 8, 'p99', { anchor: 'end', color: WARM }),
      ...bands,
      ...grid,
      ...labels,
      line(WARM, ({ delays }) => delays.p99),
      line(OURS, ({ delays }) => delays.p50),
    ].join('\n')
  })
  const bottom = TOP + curves.length * (HEIGHT + GAP) - GAP
  const minutes = Array.from({ length: Math.floor(last / 60) + 1 }, (_, minute) =>
    label(x(minute * 60), bottom + 16, `${minute} min`, { anchor: 'middle', size: 11 }),
  )
  return frame('Time until a change is seen in two regions', bottom + 28, [...panels, ...minutes])
}
