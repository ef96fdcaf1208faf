import type { Constraint } from '@flagstaff/contract/common'
import { completeConstraint } from '../../setup/constraints/index.ts'
import { withStickiness } from '../rules/parameters.ts'

/**
 * Completes all constraints and rules inside of a stored value, such as the rule that a change request is based on. It
 * may have been stored before rules were completed, and is compared with rules that are complete now.
 */
export function completeStored<T>(value: T): T {
  if (Array.isArray(value)) return value.map(completeStored) as T
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const copy = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, completeStored(one)]))
  if (isConstraint(copy)) return completeConstraint(copy) as T
  return (isRule(copy) ? { ...copy, parameters: withStickiness(copy) } : copy) as T
}

const isConstraint = (value: object): value is Constraint =>
  'contextName' in value && 'operator' in value && 'value' in value && typeof value.value === 'string'

const isRule = (value: object): value is { name: string; parameters: Record<string, string> } =>
  'name' in value &&
  'parameters' in value &&
  typeof value.parameters === 'object' &&
  value.parameters !== null
