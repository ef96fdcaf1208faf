import { formatValue, type Panel } from './panels.ts'

/** What a query of a panel returned: one line per series, oldest value first, on the same times. */
export type Line = { name: string; values: [time: number, value: number][] }
export type Drawn = Panel & { lines: Line[] }

export const WIDTH = 1240
const COLUMNS = 24
const GAP = 8
/** A row of the grid of Grafana is 38 px high; less makes a picture that fits on a page. */
const ROW = 26
const HEAD = 26
const LEGEND = 34
const AXIS = { left: 52, bottom: 18, right: 8 }
/** Half of the width of a time on the axis. */
const CLOCK = 16
const COLOURS = ['#4caf6d', '#d9a514', '#4a8af0', '#e8743b', '#d9455f', '#a66bd0', '#2aa8b5', '#8a9a3b']

/** These panels as a page, whose colours follow the theme of the browser. */
export function pageOf(panels: readonly Drawn[]): string {
  const top = Math.min(...panels.map(({ gridPos }) => gridPos.y))
  const bottom = Math.max(...panels.map(({ gridPos }) => gridPos.y + gridPos.h))
  return `<!doctype html><meta charset="utf-8"><title>Dashboard</title><style>${STYLE}</style>
<main style="height:${(bottom - top) * ROW}px">${panels.map((panel) => panelOf(panel, top)).join('\n')}</main>`
}

function panelOf(panel: Drawn, top: number): string {
  const { x, w, h } = panel.gridPos
  const y = panel.gridPos.y - top
  const column = (WIDTH - GAP) / COLUMNS
  const [width, height] = [w * column - GAP, h * ROW - GAP]
  const place = `left:${GAP + x * column}px;top:${GAP + y * ROW}px;width:${width}px;height:${height}px`
  const title = escapeHtml(panel.title)
  if (panel.type === 'row') return `<h2 style="${place}">⌄ ${title}</h2>`
  const content =
    panel.lines.length === 0
      ? '<p class="empty">No data</p>'
      : panel.type === 'stat'
        ? statOf(panel, width)
        : chartOf(panel, width, height)
  return `<section style="${place}"><h3>${title}</h3>${content}</section>`
}

const unitOf = ({ fieldConfig }: Panel) => fieldConfig?.defaults.unit ?? 'none'

/** The last value of each series. */
function statOf(panel: Drawn, width: number): string {
  const values = panel.lines.map(({ name, values }) => {
    const last = values.findLast(([, value]) => Number.isFinite(value))?.[1]
    const text = last === undefined ? 'No data' : formatValue(last, unitOf(panel))
    const label = panel.lines.length > 1 ? `<small>${escapeHtml(name)}</small>` : ''
    return `<div style="width:${width / panel.lines.length}px">${label}<b>${escapeHtml(text)}</b></div>`
  })
  return `<div class="stat">${values.join('')}</div>`
}

function chartOf(panel: Drawn, width: number, outer: number): string {
  const height = outer - HEAD - LEGEND
  const moments = panel.lines.flatMap(({ values }) => values.map(([time]) => time))
  const [start, end] = [Math.min(...moments), Math.max(...moments)]
  const unit = unitOf(panel)
  const numbers = panel.lines
    .flatMap(({ values }) => values.map(([, value]) => value))
    .filter(Number.isFinite)
  const ticks = ticksUpTo(Math.max(...numbers, 0), unit === 'bytes' ? 1024 : 1)
  const top = ticks.at(-1) ?? 1
  const bottom = height - AXIS.bottom
  const xOf = (time: number) =>
    AXIS.left + ((time - start) / (end - start || 1)) * (width - AXIS.left - AXIS.right)
  const yOf = (value: number) => bottom - (value / top) * (bottom - 6)
  const grid = ticks.map(
    (tick) =>
      `<path class="grid" d="M${AXIS.left} ${yOf(tick).toFixed(1)}H${width - AXIS.right}"/><text x="${AXIS.left - 6}" y="${(yOf(tick) + 3).toFixed(1)}" text-anchor="end">${escapeHtml(formatValue(tick, unit))}</text>`,
  )
  // The text of a time at the edge would be cut off.
  const times = timesBetween(start, end).filter((time) => xOf(time) < width - CLOCK)
  const clock = times.map(
    (time) =>
      `<text x="${xOf(time).toFixed(1)}" y="${height - 4}" text-anchor="middle">${new Date(time * 1000).toISOString().slice(11, 16)}</text>`,
  )
  const lines = panel.lines.map(({ values }, index) => {
    const path = pathOf(values.map(([time, value]) => [xOf(time), yOf(value)]))
    return `<path class="line" stroke="${colourOf(index)}" d="${path}"/>`
  })
  const legend = panel.lines.map(
    ({ name }, index) => `<span><i style="background:${colourOf(index)}"></i>${escapeHtml(name)}</span>`,
  )
  return `<svg width="${width}" height="${height}">${[...grid, ...clock, ...lines].join('')}</svg><p class="legend">${legend.join(' ')}</p>`
}

const colourOf = (index: number) => COLOURS[index % COLOURS.length] ?? ''

/** A line that is interrupted where a value is not a number. */
function pathOf(points: [x: number, y: number][]): string {
  let path = ''
  let isOpen = false
  for (const [x, y] of points) {
    if (Number.isFinite(y)) path += `${isOpen ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    isOpen = Number.isFinite(y)
  }
  return path
}

/** Round multiples of a base, from 0 to the maximum or above. */
export function ticksUpTo(maximum: number, base = 1): number[] {
  if (maximum <= 0) return [0, base]
  if (base > 1) return ticksUpTo(maximum / base).map((tick) => tick * base)
  const rough = maximum / 3
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  return Array.from({ length: Math.ceil(maximum / step - 1e-9) + 1 }, (_, index) => index * step)
}

/** Whole minutes, at most five. */
function timesBetween(start: number, end: number): number[] {
  const step = 60 * Math.ceil((end - start) / 60 / 5)
  const first = Math.ceil(start / step) * step
  return Array.from(
    { length: Math.max(0, Math.floor((end - first) / step) + 1) },
    (_, index) => first + index * step,
  )
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const STYLE = `
:root { color-scheme: light dark; font: 11px system-ui; }
body { margin: 0; width: ${WIDTH}px; background: light-dark(#f4f5f5, #111217); color: light-dark(#24292e, #ccccdc); }
main { position: relative; padding-bottom: ${GAP}px; }
main > * { position: absolute; box-sizing: border-box; margin: 0; overflow: hidden; }
h2 { font-size: 14px; font-weight: 600; line-height: 20px; }
section { background: light-dark(#fff, #181b1f); border: 1px solid light-dark(#e4e5e6, #25272d); border-radius: 3px; }
h3 { margin: 0; padding: 0 8px; font-size: 12px; font-weight: 550; line-height: ${HEAD}px; }
svg { display: block; }
text { fill: light-dark(#5f6772, #9fa7b3); font-size: 10px; }
.grid { stroke: light-dark(#e9eaeb, #2a2d33); }
.line { fill: none; stroke-width: 1.5; stroke-linejoin: round; }
.legend { margin: 0; padding: 0 8px; height: ${LEGEND - 4}px; line-height: 14px; overflow: hidden; }
.legend span { margin-right: 8px; white-space: nowrap; }
.legend i { display: inline-block; width: 12px; height: 3px; margin-right: 4px; vertical-align: 3px; }
.stat { display: flex; text-align: center; }
.stat b { display: block; font-size: 26px; font-weight: 600; line-height: 44px; color: light-dark(#1b7f3c, #73bf69); }
.stat small { display: block; height: 12px; }
.empty { margin: 0; padding-top: 24px; text-align: center; color: light-dark(#5f6772, #9fa7b3); }
`
