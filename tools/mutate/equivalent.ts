import type { Target } from './targets.ts'

/** A mutant that behaves like the original, so that no test can tell them apart. */
type Equivalent = {
  file: string
  /** Part of the line, which finds the mutant again when the line moves. */
  code: string
  operator: string
  reason: string
}

/** At most this share of all mutants can be called equivalent. */
export const MOST_EQUIVALENT = 0.1

export const equivalents: readonly Equivalent[] = []

export const isEquivalent = (target: Pick<Target, 'file' | 'code' | 'operator'>): boolean =>
  equivalents.some(
    ({ file, code, operator }) =>
      file === target.file && target.code.includes(code) && operator === target.operator,
  )
