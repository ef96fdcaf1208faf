import { short } from './numbers.ts'

export type Bar = { label: string; value: number; color: string }
export type Group = { title: string; bars: Bar[]; unit: string }

export const OURS = '#0a5b76'
export const BARE = '#9aa5ab'
export const UNLEASH = '#d08a2e'
export const LIMIT = '#cfd4d6'

const WIDTH = 760
const LABEL = 80
const LONGEST = 480
const BAR = 16
const font = 'font-family="system-ui, -apple-system, \'Segoe UI\', Roboto, sans-serif"'

/** A bar chart. Each group has its own scale, since only bars within a group are compared. */
export function plot(title: string, groups: Group[]): string {
  let y = 16
  const parts = groups.map((group) => {
    const [text, height] = drawGroup(group, y)
    y += height
    return text
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" ${font}>
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${y}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`
}

function drawGroup({ title, bars, unit }: Group, top: number): [text: string, height: number] {
  const most = Math.max(...bars.map(({ value }) => value))
  const lines = bars.map(({ label, value, color }, index) => {
    const y = top + 26 + index * (BAR + 6)
    const width = Math.max(1, (value / most) * LONGEST)
    return `<text x="${LABEL + 8}" y="${y + 12}" text-anchor="end" font-size="12" fill="#465157">${escaped(label)}</text>
<rect x="${LABEL + 16}" y="${y}" width="${width.toFixed(1)}" height="${BAR}" rx="2" fill="${color}"/>
<text x="${(LABEL + 22 + width).toFixed(1)}" y="${y + 12}" font-size="12" fill="#12181b">${short(value)} ${escaped(unit)}</text>`
  })
  const head = `<text x="16" y="${top + 14}" font-size="13" font-weight="650" fill="#12181b">${escaped(title)}</text>`
  return [`${head}\n${lines.join('\n')}`, 26 + bars.length * (BAR + 6) + 14]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
