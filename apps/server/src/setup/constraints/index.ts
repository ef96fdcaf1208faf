import type { Constraint } from '@flagstaff/contract/common'
import type { Limits } from '@flagstaff/contract/limits'
import type { Reader } from '../../platform/database/database.ts'
import { findLegalValues } from './queries.ts'
import { checkConstraint, checkSizes, type LegalValues, normalize } from './rules.ts'

export { checkPattern, checkPatternSum } from './patterns.ts'
export { checkPortable, constraintWarnings, isQuotable, unquotable } from './portable.ts'
export { mayBeIncomplete } from './queries.ts'
export { checkConstraint, checkSizes, completeConstraint, isLegal, normalize } from './rules.ts'

type Accept = (constraints: readonly Constraint[], before?: readonly Constraint[]) => Constraint[]

/** Validates constraints before they are saved, and returns them as they are stored. */
export async function acceptConstraints(
  db: Reader,
  constraints: readonly Constraint[],
  limits: Limits,
  before: readonly Constraint[] = [],
): Promise<Constraint[]> {
  return (await constraintCheck(db, constraints, limits))(constraints, before)
}

/** Validates many constraints, with one lookup for the legal values of all their context fields. */
export async function constraintCheck(
  db: Reader,
  all: readonly Constraint[],
  limits: Limits,
): Promise<Accept> {
  const legal: LegalValues = await findLegalValues(db, [...new Set(all.map((one) => one.contextName))])
  return (constraints, before = []) => {
    for (const constraint of constraints) checkConstraint(constraint, legal, before)
    checkSizes(constraints, limits, before)
    return constraints.map(normalize)
  }
}
