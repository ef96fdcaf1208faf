import { OURS, UNLEASH as WARM } from '../delivery/plot.ts'
import { frame, INK, LINE, label, WIDTH } from '../svg.ts'
import type { Way } from './page.ts'

const [LEFT, RIGHT, TOP, HEIGHT] = [64, 16, 44, 190]
const COLORS = [OURS, WARM]
const SHARES = [0, 0.25, 0.5, 0.75, 1]
const STEP = 20 // milliseconds

/** Which share of the changes had arrived after a time. */
export function plotWays(ways: readonly Way[], wireMs: number): string {
  // The slowest hundredth would take most of the width.
  const shown = ways.map(({ delays }) => delays[Math.floor(delays.length * 0.99)] ?? 0)
  const last = Math.ceil(Math.max(wireMs * 2, ...shown) / STEP) * STEP
  const x = (ms: number) => LEFT + (Math.min(ms, last) / last) * (WIDTH - LEFT - RIGHT)
  const y = (share: number) => TOP + HEIGHT * (1 - share)
  const bottom = TOP + HEIGHT
  const grid = SHARES.map(
    (share) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y(share)}" y2="${y(share)}" stroke="${LINE}" stroke-width="0.5"/>
${label(LEFT - 8, y(share) + 4, `${share * 100} %`, { anchor: 'end', size: 11 })}`,
  )
  const times = Array.from({ length: last / STEP + 1 }, (_, index) =>
    label(x(index * STEP), bottom + 16, `${index * STEP} ms`, { anchor: 'middle', size: 11 }),
  )
  const wire = `<line x1="${x(wireMs)}" x2="${x(wireMs)}" y1="${TOP}" y2="${bottom}" stroke="${INK}" stroke-dasharray="4 3"/>
${label(x(wireMs) - 6, TOP + 12, 'the wire alone', { anchor: 'end', size: 11 })}`
  const legend = ways.map(({ title }, index) => {
    const at = LEFT + index * 160
    return `<circle cx="${at + 5}" cy="24" r="5" fill="${COLORS[index]}"/>${label(at + 16, 28, title, { color: INK })}`
  })
  const lines = ways.map(({ delays }, index) => {
    const points = delays.map((ms, at) => `${x(ms).toFixed(1)},${y((at + 1) / delays.length).toFixed(1)}`)
    return `<polyline fill="none" stroke="${COLORS[index]}" stroke-width="1.75" points="${points.join(' ')}"/>`
  })
  const title = 'Share of the changes that have arrived in another region after a time'
  return frame(title, bottom + 28, [...grid, ...times, wire, ...legend, ...lines])
}
