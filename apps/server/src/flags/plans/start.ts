import { notAllowed } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type PlanDue, PROGRESS_PLAN } from './job.ts'
import { countExposures } from './queries.ts'
import { dueAfter, type Plan } from './state.ts'
import { requireMilestone } from './target.ts'

/** The plan with this milestone as the active one, from now on. Its job wakes it up when the next one is due. */
export async function startAt(
  tx: Tx,
  project: string,
  plan: Plan,
  { milestone: id, now }: { milestone: string; now: Date },
): Promise<Plan> {
  const milestone = requireMilestone(plan, id)
  if (!milestone.strategies.some(({ disabled }) => !disabled))
    throw notAllowed(`The milestone ${milestone.name} has no active rule. Add one first.`)
  const due = dueAfter(milestone, now)
  const { flag, environment } = plan
  const exposuresBefore =
    milestone.transitionCondition?.minimumExposures === undefined
      ? 0
      : await countExposures(tx.read, { flag, environment }, now)
  if (due)
    tx.send(
      PROGRESS_PLAN,
      { project, flag, environment, plan: plan.id, milestone: id } satisfies PlanDue,
      due,
    )
  return {
    ...plan,
    active: id,
    dueAt: due?.toISOString() ?? null,
    milestones: plan.milestones.map((one) =>
      one.id === id ? { ...one, startedAt: now.toISOString(), executedAt: null, exposuresBefore } : one,
    ),
  }
}
