import { readFileSync } from 'node:fs'

export type Target = { expr: string; legendFormat: string }
export type Panel = {
  type: 'row' | 'stat' | 'timeseries'
  title: string
  /** In 24 columns. */
  gridPos: { x: number; y: number; w: number; h: number }
  fieldConfig?: { defaults: { unit: string } }
  targets?: Target[]
}

export function readPanels(file: string): Panel[] {
  const { panels } = JSON.parse(readFileSync(file, 'utf8')) as { panels: Panel[] }
  return panels.toSorted((a, b) => a.gridPos.y - b.gridPos.y || a.gridPos.x - b.gridPos.x)
}

/** The panels below these rows, and the rows. */
export function inRows<T extends Panel>(panels: readonly T[], rows: readonly string[]): T[] {
  let row = ''
  return panels.filter(({ type, title }) => {
    if (type === 'row') row = title
    return rows.includes(row)
  })
}

/** What Grafana calls a series: `{{path}}` is replaced by the label. */
export const legendOf = (format: string, labels: Record<string, string>): string =>
  format.replace(/\{\{(\w+)\}\}/g, (_, label: string) => labels[label] ?? '').trim()

const suffixes: Record<string, string> = { reqps: ' req/s', ops: ' ops/s' }

/** A value in a unit of Grafana. */
export function formatValue(value: number, unit: string): string {
  if (unit === 'percentunit') return `${rounded(value * 100)} %`
  if (unit === 'bytes') return scaled(value, ['B', 'KiB', 'MiB', 'GiB'], 1024)
  if (unit === 's' && value !== 0 && Math.abs(value) < 1) return formatValue(value * 1000, 'ms')
  if (unit === 's') return `${rounded(value)} s`
  if (unit === 'ms' && value !== 0 && Math.abs(value) < 1) return `${rounded(value * 1000)} µs`
  if (unit === 'ms') return value < 1000 ? `${rounded(value)} ms` : `${rounded(value / 1000)} s`
  return `${rounded(value)}${suffixes[unit] ?? ''}`
}

function scaled(value: number, units: readonly string[], base: number): string {
  const [unit = '', ...larger] = units
  return value < base || larger.length === 0
    ? `${rounded(value)} ${unit}`
    : scaled(value / base, larger, base)
}

const rounded = (value: number) => String(Number(value.toPrecision(value >= 1000 ? 6 : 3)))
