import type { PlanCode } from '@flagstaff/contract/code'
import { compared, isSame } from './fields.ts'
import type { FieldPlan } from './flag-plan.ts'
import type { NewClaim } from './parts.ts'

/** What is stored about a field, unless it is stored already. */
export function newClaims(
  { owner, source }: PlanCode,
  place: { project: string; path: string; flag: string },
  plan: FieldPlan,
): NewClaim[] {
  const { environment, field, decision, claim, isClaimed, file, present, withoutRollout } = plan
  if (!isClaimed || decision === 'drift' || decision === 'conflict' || decision === 'waiting') return []
  const applied = compared(field, file, withoutRollout)
  const isWritten = decision !== 'same'
  const isStored =
    claim?.owner === owner &&
    claim.path === place.path &&
    claim.request === null &&
    claim.withoutRollout === withoutRollout &&
    isSame(claim.applied, applied)
  if (isStored && !isWritten) return []
  return [
    {
      ...place,
      environment,
      field,
      url: source?.url ?? null,
      applied,
      withoutRollout,
      ...(isWritten ? { before: compared(field, present, withoutRollout) } : {}),
    },
  ]
}
