import type { Constraint } from '@flagstaff/contract/common'
import { linearRegex } from '@flagstaff/delivery'
import { isTooLarge, patternLimits, patternSteps } from '@flagstaff/engine'
import { invalid } from '../../platform/errors.ts'

/** Refuses a pattern that is not valid RE2 or costs too much; one that was stored before can be saved again. */
export function checkPattern(pattern: string, field: string, before: readonly string[] = []) {
  if (before.includes(pattern)) return
  if (pattern.length > patternLimits.characters)
    throw invalid(
      `A pattern can have at most ${patternLimits.characters} characters; this one has ${pattern.length}. Split it.`,
      field,
    )
  if (isTooLarge(pattern))
    throw invalid(
      `The repetitions in "${pattern}" are too large: written out, a pattern can have at most ${patternLimits.steps} steps.`,
      field,
    )
  if (!linearRegex(pattern, false))
    throw invalid(`"${pattern}" is not a regular expression in RE2 syntax.`, field)
}

/** All patterns of a rule, segment or filter together are as small as a single one may be. */
export function checkPatternSum(constraints: readonly Constraint[], before: readonly Constraint[] = []) {
  if (sumOf(constraints) <= Math.max(patternLimits.steps, sumOf(before))) return
  throw invalid(
    `The patterns are too large together: written out, they can have at most ${patternLimits.steps} steps.`,
    'constraints',
  )
}

export const patternsOf = (constraints: readonly Constraint[]): string[] =>
  constraints.flatMap(({ operator, value }) => (operator === 'REGEX' && value !== undefined ? [value] : []))

const sumOf = (constraints: readonly Constraint[]) =>
  patternsOf(constraints).reduce((sum, pattern) => sum + Math.max(pattern.length, patternSteps(pattern)), 0)
