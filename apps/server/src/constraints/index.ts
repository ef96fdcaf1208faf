import type { Constraint } from '@flagstaff/contract/common'
import type { Limits } from '@flagstaff/contract/limits'
import type { Reader } from '../platform/database.ts'
import { findLegalValues } from './queries.ts'
import { checkConstraint, checkSizes, type LegalValues, normalize } from './rules.ts'

export { checkConstraint, checkSizes, normalize } from './rules.ts'

type Accept = (constraints: readonly Constraint[], before?: readonly Constraint[]) => Constraint[]

/** Checks constraints before they are saved, and gives them as they are stored. */
export async function acceptConstraints(
  db: Reader,
  constraints: readonly Constraint[],
  limits: Limits,
  before: readonly Constraint[] = [],
): Promise<Constraint[]> {
  return (await constraintCheck(db, constraints, limits))(constraints, before)
}

/** The same for many: what is known of the fields is looked up once for all the constraints. */
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
