import type { Constraint } from '@flagstaff/contract/common'
import type { Limits } from '@flagstaff/contract/limits'
import type { Reader } from '../platform/database.ts'
import { findLegalValues } from './queries.ts'
import { checkConstraint, checkSizes, normalize } from './rules.ts'

/** Checks constraints before they are saved, and gives them as they are stored. */
export async function acceptConstraints(
  db: Reader,
  constraints: readonly Constraint[],
  limits: Limits,
  before: readonly Constraint[] = [],
): Promise<Constraint[]> {
  const legal = await findLegalValues(db, [...new Set(constraints.map(({ contextName }) => contextName))])
  for (const constraint of constraints) checkConstraint(constraint, legal)
  checkSizes(constraints, limits, before)
  return constraints.map(normalize)
}
