import type { ImportFinding } from '@flagstaff/contract/transfer'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { isTaken, type Plan, type PlannedState } from './plan.ts'

type Findings = { warnings: ImportFinding[]; permissions: ImportFinding[] }

/** Where the import would change flags that need a review. It cannot be proposed, so it needs someone who can skip one. */
export async function findReviews(db: Reader, caller: Caller, plan: Plan): Promise<Findings> {
  const { project } = plan.destination
  const changed = plan.flags.flatMap(({ environments }) => environments.filter(isTaken).filter(hasEffect))
  const names = [...new Set(changed.map(({ environment }) => environment))]
  const rows = await rowsOf(
    db,
    sql<{ environment: string }>`
    select environment from protections where project = ${project} and environment = any(${names})
    order by environment`,
  )
  const finding = (message: string, affectedItems: string[]) =>
    affectedItems.length > 0 ? [{ message, affectedItems }] : []
  const where = rows.map(({ environment }) => environment)
  const maySkip = (environment: string) => caller.may('SKIP_CHANGE_REQUEST', { project, environment })
  return {
    warnings: finding(
      'Changes need a review in the following environments. The import skips it, and may need a reason:',
      where.filter(maySkip),
    ),
    permissions: finding(
      'Changes need a review in the following environments, and an import cannot be proposed. Import into another environment and promote the flags from there with a change request, or ask someone who can skip reviews:',
      where.filter((environment) => !maySkip(environment)),
    ),
  }
}

const hasEffect = ({ before, after }: PlannedState): boolean =>
  before !== null ||
  (after !== null && (after.enabled || after.rules.length > 0 || after.variants.length > 0))
