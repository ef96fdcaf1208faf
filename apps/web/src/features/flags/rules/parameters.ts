import type { Strategy } from '@flagstaff/contract/strategy-types'

import { isFraction } from '../../../lib/percent.ts'

export type Definition = Strategy['parameters'][number] & { name: string }
type Values = Record<string, string>

/** The parameters of a strategy, and those the rule has from an earlier definition. */
export function definitionsOf(strategy: Strategy | undefined, values: Values): Definition[] {
  const known = (strategy?.parameters ?? []).flatMap((one) => (one.name ? [{ ...one, name: one.name }] : []))
  const names = new Set(known.map(({ name }) => name))
  const besides = Object.keys(values).filter((name) => !names.has(name))
  return [...known, ...besides.map((name) => ({ name, type: 'string' }))]
}

const firsts: Record<string, string> = { boolean: 'false', percentage: '100' }

/** The default values of a new rule. */
export const firstValues = (strategy: Strategy): Values =>
  Object.fromEntries(
    definitionsOf(strategy, {}).flatMap(({ name, type = '' }) => {
      const value = firsts[type]
      return value === undefined ? [] : [[name, value]]
    }),
  )

export const listOf = (value: string): string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

export type Fault = 'required' | 'number' | 'whole'

export function faultOf({ type, required }: Definition, value = ''): Fault | undefined {
  if (value.trim() === '') return required ? 'required' : undefined
  if (type === 'percentage' && isFraction(Number(value))) return 'whole'
  return type === 'number' && !Number.isFinite(Number(value)) ? 'number' : undefined
}

export const hasFaults = (strategy: Strategy | undefined, values: Values): boolean =>
  definitionsOf(strategy, values).some((one) => faultOf(one, values[one.name]) !== undefined)
