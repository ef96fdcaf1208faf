import type { Constraint } from '@flagstaff/contract/common'
import { completeValue } from '@flagstaff/engine/complete'
import { operatorNames, operators, takesList } from '../../../lib/operators.ts'

/** Longest first, so that "not in" is not parsed as "in" and ">=" not as ">". */
const spellings = operatorNames
  .flatMap((operator) => operators[operator].typed.map((typed) => ({ operator, typed })))
  .sort((a, b) => b.typed.length - a.typed.length)

/** Parses `plan in team, business`. Undefined if it is not a (complete) constraint. */
export function parseConstraint(text: string): Constraint | undefined {
  const [, field = '', rest = ''] = /^\s*([^\s<>=!]+)\s*(.*)$/s.exec(text) ?? []
  const found = spellings.find(({ typed }) => {
    if (!rest.toLowerCase().startsWith(typed)) return false
    return !/\w$/.test(typed) || /^\s/.test(rest.slice(typed.length))
  })
  if (!field || !found) return undefined
  const value = rest.slice(found.typed.length).trim()
  if (value === '') return undefined
  const base = { contextName: field, operator: found.operator, inverted: false, caseInsensitive: false }
  if (!takesList(found.operator)) return { ...base, value: completeValue(found.operator, value) ?? value }
  const values = [...new Set(value.split(/[,\n]/).map((part) => part.trim()))].filter(Boolean)
  return values.length > 0 ? { ...base, values } : undefined
}
