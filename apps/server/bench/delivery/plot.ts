import { frame, INK, LINE, label as text } from '../svg.ts'
import { short } from './numbers.ts'

export type Bar = { label: string; value: number; color: string }
export type Group = { title: string; bars: Bar[]; unit: string }

export const OURS = '#0a5b76'
export const BARE = '#9aa5ab'
export const UNLEASH = '#d08a2e'
export const LIMIT = LINE

const LABEL = 80
const LONGEST = 480
const BAR = 16

/** A bar chart. Each group has its own scale, since only bars within a group are compared. */
export function plot(title: string, groups: Group[]): string {
  let y = 16
  const parts = groups.map((group) => {
    const [text, height] = drawGroup(group, y)
    y += height
    return text
  })
  return frame(title, y, parts)
}

function drawGroup({ title, bars, unit }: Group, top: number): [text: string, height: number] {
  const most = Math.max(...bars.map(({ value }) => value))
  const lines = bars.map(({ label, value, color }, index) => {
    const y = top + 26 + index * (BAR + 6)
    const width = Math.max(1, (value / most) * LONGEST)
    return `${text(LABEL + 8, y + 12, label, { anchor: 'end' })}
<rect x="${LABEL + 16}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2" fill="${color}"/>
${text(LABEL + 22 + width, y + 12, `${short(value)} ${unit}`, { color: INK })}`
  })
  const head = text(16, top + 14, title, { size: 13, color: INK, bold: true })
  return [`${head}\n${lines.join('\n')}`, 26 + bars.length * (BAR + 6) + 14]
}
