import type { PayloadFilter, PayloadFilters } from '@flagstaff/contract/actions'
import { linearRegex } from '@flagstaff/delivery'
import { compileConstraint, startPatternWork } from '@flagstaff/engine'

export type Tested = { path: string; matches: boolean; actual: string | null }

/** Every filter with the value that it looks at. A value that is missing never matches, inverted or not. */
export function testFilters(filters: PayloadFilters, payload: unknown): Tested[] {
  startPatternWork()
  return Object.entries(filters).map(([path, filter]) => {
    const actual = textOf(readPath(payload, path))
    return { path, actual: actual ?? null, matches: actual !== undefined && holds(filter, actual) }
  })
}

export const matches = (filters: PayloadFilters, payload: unknown): boolean =>
  testFilters(filters, payload).every((tested) => tested.matches)

/** Dates are compared with the current time of a context, all other operators with one of its fields. */
function holds(filter: PayloadFilter, actual: string): boolean {
  const constraint = compileConstraint({ ...filter, contextName: 'value' }, { regex: linearRegex })
  return constraint.holds({ value: actual, currentTime: actual }, 0)
}

/** The value at a dotted path. Keys can have dots too, and places of a list are numbers: `alerts.0.status`. */
export function readPath(value: unknown, path: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Record<string, unknown>
  if (Object.hasOwn(fields, path)) return fields[path]
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot)
    if (!Object.hasOwn(fields, key)) continue
    const found = readPath(fields[key], path.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined
