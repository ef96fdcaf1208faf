import type { Guard } from '@flagstaff/contract/guards'
import { AppError } from '../../platform/errors.ts'
import { authorise } from '../../platform/write/authority.ts'
import { run } from '../../platform/write/commands.ts'
import { type Effect, onlyLowers } from '../../platform/write/effects.ts'
import type { Tx } from '../../platform/write/write.ts'
import { pausePlan, startMilestone } from '../plans/commands.ts'
import type { Plan } from '../plans/state.ts'
import type { PlanPlace } from '../plans/target.ts'
import { disableFlags } from '../switch/commands.ts'

/**
 * Takes a rollout back. Afterwards the plan is paused in any case, so that it does not go on by itself. The person who
 * started it decided on this before, and a review or the end of a freeze would come too late.
 */
export async function stopRollout(
  tx: Tx,
  { project, flag, environment }: PlanPlace,
  plan: Plan,
  { action, reason, check }: Stop,
): Promise<Done> {
  const places = [{ project, environment }]
  // A freeze lets everyone lower a rollout, so what a person does needs no exception from it.
  authorise(tx, check ? { kind: 'plan', places, check } : { kind: 'guard', places })
  const place = { project, flag, environment }
  const before = stepBefore(plan)
  const done: Done = action === 'back' && !before ? 'off' : action
  if (done === 'back' && before)
    await run(tx, startMilestone, { ...place, plan: plan.id, milestone: before.id })
  await run(tx, pausePlan, { ...place, plan: plan.id, reason: reason.slice(0, 500) })
  if (done === 'off') await run(tx, disableFlags, { project, environment, flags: [flag] })
  return done
}

type Done = Guard['action']
type Stop = { action: Done; reason: string; check?: (effects: readonly Effect[]) => void }

/** For people: a step back that would give the flag to more callers is no way around a review. */
export const onlyLower =
  ({ project, environment }: PlanPlace) =>
  (effects: readonly Effect[]) => {
    if (effects.some((effect) => effect.kind === 'flag' && !onlyLowers(effect)))
      throw new AppError('beyondApproval', { where: `${project} · ${environment}` })
  }

/** The step to go back to, which has run and still has an active rule. Without one, the flag is turned off. */
const stepBefore = ({ milestones, active }: Plan) => {
  const at = milestones.findIndex(({ id }) => id === active)
  const before = at > 0 ? milestones[at - 1] : undefined
  const canStart = before?.startedAt && before.strategies.some(({ disabled }) => !disabled)
  return canStart ? before : undefined
}
