export const WIDTH = 760
export const INK = '#12181b'
const FAINT = '#465157'
export const LINE = '#cfd4d6'

const font = 'font-family="system-ui, -apple-system, \'Segoe UI\', Roboto, sans-serif"'
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A picture for the documentation, on white in both themes. */
export const frame = (
  title: string,
  height: number,
  parts: readonly string[],
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" ${font}>
<title>${escaped(title)}</title>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`

type Style = { anchor?: 'start' | 'middle' | 'end'; size?: number; color?: string; bold?: boolean }

export const label = (
  x: number,
  y: number,
  content: string,
  { anchor = 'start', size = 12, color = FAINT, bold = false }: Style = {},
) =>
  `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}" fill="${color}"${bold ? ' font-weight="650"' : ''}>${escaped(content)}</text>`
