import type { ChartSeries } from '@flagstaff/contract/insights'
import type { Values } from '../../../ui/chart/scale.ts'

export const lastOf = (values: Values): number | null => values.findLast((value) => value !== null) ?? null
const firstOf = (values: Values): number | null => values.find((value) => value !== null) ?? null
export const sumOf = (values: Values): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)

export const valuesOf = (list: readonly ChartSeries[], id: string): Values =>
  list.find((one) => one.id === id && one.project === null)?.values ?? []

/** The sum of several series at each step; null where all of them are. */
export const addUp = (list: readonly Values[]): (number | null)[] =>
  Array.from({ length: Math.max(0, ...list.map(({ length }) => length)) }, (_, index) =>
    list.every((values) => (values[index] ?? null) === null)
      ? null
      : list.reduce((sum, values) => sum + (values[index] ?? 0), 0),
  )

/** How much a value rose between its first and its last point; null if there are not two points to compare. */
export const changeOf = (values: Values): number | null =>
  values.filter((value) => value !== null).length < 2 ? null : (lastOf(values) ?? 0) - (firstOf(values) ?? 0)

const MOST_LINES = 5

export type DebtLine = { project: string; values: Values; rising: boolean }

/** The projects with the highest debt now, and which of them rose most. */
export function debtLines(list: readonly ChartSeries[]): DebtLine[] {
  const projects = list.filter(({ project }) => project !== null)
  const known = projects.filter(({ values }) => values.some((value) => value !== null))
  const worst = known
    .toSorted((a, b) => (lastOf(b.values) ?? 0) - (lastOf(a.values) ?? 0))
    .slice(0, MOST_LINES)
  const fastest = worst.toSorted((a, b) => (changeOf(b.values) ?? 0) - (changeOf(a.values) ?? 0))[0]
  return worst.map((one) => ({
    project: one.project ?? '',
    values: one.values,
    rising: worst.length > 1 && one === fastest && (changeOf(one.values) ?? 0) > 0,
  }))
}

/** The step that has this day in it, if it is not the first one. */
export function stepOf(dates: readonly string[], day: string | null): number | undefined {
  if (day === null) return undefined
  const index = dates.findLastIndex((date) => date <= day)
  return index > 0 ? index : undefined
}
