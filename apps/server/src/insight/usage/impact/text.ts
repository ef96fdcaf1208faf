import { addBuckets } from './rules.ts'

export type Series = {
  name: string
  type: string
  help: string
  labels: Record<string, string>
  bounds: number[]
  value: number
  count: number
  buckets: number[]
}

/** Prometheus text format 0.0.4, grouped by metric. */
export function toText(series: readonly Series[]): string {
  const byName = Map.groupBy(series, ({ name }) => name)
  return [...byName.values()]
    .map((list) => {
      const [{ name = '', help = '', type = '' } = {}] = list
      const lines = merge(list).flatMap(type === 'histogram' ? histogramLines : plainLine)
      return [`# HELP ${name} ${escapeHelp(help)}`, `# TYPE ${name} ${type}`, ...lines, ''].join('\n')
    })
    .join('\n')
}

/**
 * Public and other samples with the same labels are one series to a scraper, and so are labels that differ only in
 * characters that Prometheus does not allow. Of histograms with different bounds, and of gauges, the newest wins.
 */
function merge(list: readonly Series[]): Series[] {
  const merged = new Map<string, Series>()
  for (const one of list) {
    const key = labelsOf(one)
    const before = merged.get(key)
    const isAddable = one.type !== 'gauge' && String(before?.bounds) === String(one.bounds)
    merged.set(key, before && isAddable ? sumOf(before, one) : one)
  }
  return [...merged.values()]
}

const sumOf = (before: Series, one: Series): Series => ({
  ...one,
  value: before.value + one.value,
  count: before.count + one.count,
  buckets: addBuckets(before.buckets, one.buckets),
})

const labelsOf = ({ type, labels }: Series, more: [string, string][] = []) => {
  // A label with a valid name wins over one that is renamed to it.
  const [exact, renamed] = [new Map<string, string>(), new Map<string, string>()]
  for (const [name, value] of Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const valid = validName(name)
    if (valid !== 'le' && !valid.startsWith('__')) (valid === name ? exact : renamed).set(valid, value)
  }
  const sorted = [...new Map([...renamed, ...exact])].sort(([a], [b]) => (a < b ? -1 : 1))
  // A label name must be unique, whatever an application sends.
  const all = new Map([...reserved(type), ...sorted, ...more, ...reserved(type)])
  return `{${[...all].map(([name, value]) => `${name}="${escapeLabel(value)}"`).join(',')}}`
}

const validName = (name: string): string => name.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(?=\d)/, '_')

const reserved = (type: string): [string, string][] => [
  ['origin', 'sdk'],
  ['metric_type', type],
]

const plainLine = (one: Series) => [`${one.name}${labelsOf(one)} ${one.value}`]

const histogramLines = (one: Series) => [
  ...[...one.bounds.map(String), '+Inf'].map(
    (bound, index) =>
      `${one.name}_bucket${labelsOf(one, [['le', bound]])} ${one.buckets[index] ?? one.count}`,
  ),
  `${one.name}_sum${labelsOf(one)} ${one.value}`,
  `${one.name}_count${labelsOf(one)} ${one.count}`,
]

const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
const escapeLabel = (text: string) => escapeHelp(text).replaceAll('"', '\\"')
