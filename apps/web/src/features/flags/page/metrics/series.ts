import type { FeatureEnvironmentMetrics } from '@flagstaff/contract/usage'

export type Row = FeatureEnvironmentMetrics
/** The evaluations in one hour or day. */
export type Step = { at: number; yes: number; no: number; variants: ReadonlyMap<string, number> }
export type Sum = { yes: number; no: number }

export const EVERYWHERE = '*'

export type Chosen = { environment: string; app?: string | undefined }

export const choose = (rows: readonly Row[], { environment, app }: Chosen): Row[] =>
  rows.filter(
    (row) =>
      (environment === EVERYWHERE || row.environment === environment) &&
      (app === undefined || row.appName === app),
  )

/** One step per timestamp, oldest first. */
export function stepsOf(rows: readonly Row[]): Step[] {
  const groups = Map.groupBy(rows, ({ timestamp }) => new Date(timestamp).getTime())
  return [...groups]
    .sort(([a], [b]) => a - b)
    .map(([at, list]) => ({ at, ...sumOf(list), variants: variantsOf(list) }))
}

export const sumOf = (list: readonly Sum[]): Sum => ({
  yes: list.reduce((sum, { yes }) => sum + yes, 0),
  no: list.reduce((sum, { no }) => sum + no, 0),
})

export const allOf = ({ yes, no }: Sum): number => yes + no

/** The percentage that was on, with one decimal; 0 without evaluations. */
export const shareOf = (sum: Sum): number =>
  allOf(sum) === 0 ? 0 : Math.round((sum.yes / allOf(sum)) * 1000) / 10

function variantsOf(rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { variants = {} } of rows)
    for (const [name, count] of Object.entries(variants)) sums.set(name, (sums.get(name) ?? 0) + count)
  return sums
}

/** Most frequent first. */
export function variantsIn(rows: readonly Row[]): { name: string; count: number }[] {
  return [...variantsOf(rows)]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || a.name.localeCompare(b.name))
}

export type Part = { name: string; steps: Step[]; sum: Sum }

/** By application or environment, most evaluations first. */
export function partsOf(rows: readonly Row[], by: 'appName' | 'environment'): Part[] {
  return [...Map.groupBy(rows, (row) => row[by] ?? '')]
    .map(([name, list]) => ({ name, steps: stepsOf(list), sum: sumOf(list) }))
    .sort((a, b) => allOf(b.sum) - allOf(a.sum) || a.name.localeCompare(b.name))
}

/** The default environment: production if it has traffic, otherwise the busiest. */
export function busiest(parts: readonly Part[], isProduction: (name: string) => boolean): string | undefined {
  const asked = parts.filter(({ sum }) => allOf(sum) > 0)
  return (asked.find(({ name }) => isProduction(name)) ?? asked[0])?.name
}

export type Series = { key: string; kind: 'on' | 'off' | 'variant' | 'others'; values: number[] }
const MOST_SERIES = 6

/** The stacked series of the chart, from the bottom. */
export function seriesOf(steps: readonly Step[], variants: readonly string[] | undefined): Series[] {
  if (!variants)
    return [
      { key: 'on', kind: 'on', values: steps.map(({ yes }) => yes) },
      { key: 'off', kind: 'off', values: steps.map(({ no }) => no) },
    ]
  const own = variants.length > MOST_SERIES ? variants.slice(0, MOST_SERIES - 1) : variants
  const rest = variants.slice(own.length)
  const valuesOf = (names: readonly string[]) =>
    steps.map((step) => names.reduce((sum, name) => sum + (step.variants.get(name) ?? 0), 0))
  return [
    ...own.map((name): Series => ({ key: name, kind: 'variant', values: valuesOf([name]) })),
    ...(rest.length > 0 ? [{ key: 'others', kind: 'others' as const, values: valuesOf(rest) }] : []),
  ]
}
