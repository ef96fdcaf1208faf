import Type from 'typebox'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { system } from '../../platform/write/actor.ts'
import { authorise } from '../../platform/write/authority.ts'
import { command, run } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { readGuards } from '../guards/queries.ts'
import { mayGoOn, reportGuards } from '../guards/report.ts'
import { pausePlan } from './commands.ts'
import { planEvent } from './events.ts'
import type { PlanDue } from './job.ts'
import { countExposures, listDuePlans, listEarlyPlans } from './queries.ts'
import { planLocks } from './set.ts'
import { startAt } from './start.ts'
import { milestoneOf, type Plan } from './state.ts'
import { storePlan } from './store.ts'
import { inEnvironment, lockPlan, PlanPlace } from './target.ts'

/**
 * Starts the next milestone if it is due, and only one: after an outage the next one waits for its own time. The plan
 * was decided on before, so this needs no review.
 */
export const progressPlan = command({
  name: 'plan.progress',
  input: Type.Interface([PlanPlace], { plan: Type.String(), milestone: Type.String() }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: async (input, tx) => planLocks(tx, input),
  load: (tx, input) => lockPlan(tx, input),
  async run(tx, input, { flag, plan, enabled, now }) {
    const { project, environment } = input
    if (plan?.id !== input.plan || plan.active !== input.milestone || !enabled) return false
    const target = await findNext(tx, plan, now)
    if (!target) return false
    const done = now.toISOString()
    const executed = {
      ...plan,
      milestones: plan.milestones.map((one) => (one.id === plan.active ? { ...one, executedAt: done } : one)),
    }
    const after = await startAt(tx, project, executed, { milestone: target, now })
    authorise(tx, { kind: 'plan', places: [{ project, environment }] })
    await storePlan(tx, input, { before: plan, after, restarts: true })
    tx.record(planEvent('release-plan-milestone-started', { flag, environment, before: plan, after }))
    return true
  },
})

async function findNext(tx: Tx, plan: Plan, now: Date): Promise<string | undefined> {
  const milestone = milestoneOf(plan, plan.active)
  if (!milestone?.target || milestone.executedAt || plan.pausedAt || plan.heldAt) return undefined
  if (!plan.dueAt) return undefined
  const isDue = new Date(plan.dueAt) <= now
  const isEarly = milestone.transitionCondition?.orWhenSafe === true && plan.guards.length > 0
  if (!isDue && !isEarly) return undefined
  const least = milestone.transitionCondition?.minimumExposures
  if (least !== undefined) {
    const count = await countExposures(tx.read, plan, new Date(milestone.startedAt ?? now))
    if (count - milestone.exposuresBefore < least) return undefined
  }
  if (plan.guards.length > 0) {
    const rows = await readGuards(tx.read, plan.id, milestone.startedAt)
    const guards = reportGuards(plan, rows, now.getTime())
    if (!mayGoOn(guards)) return undefined
    if (!isDue && !guards.every(({ safe }) => safe)) return undefined
  }
  return milestone.target
}

type Parts = Pick<Handles, 'read' | 'write'>

export async function progressDue({ write }: Pick<Handles, 'write'>, due: PlanDue) {
  try {
    await write(system, (tx) => run(tx, progressPlan, due))
  } catch (error) {
    // The database or the server is busy: the job is repeated.
    if (!(error instanceof AppError) || error.status >= 500) throw error
    if (WAITING.has(error.code)) return
    await pause({ write }, due, error.message)
  }
}

/** It is tried again every minute: the freeze ends, or someone revives the flag or the project. */
const WAITING: ReadonlySet<string> = new Set(['frozen', 'archivedFlag', 'archivedProject'])

async function pause({ write }: Pick<Handles, 'write'>, { milestone: _, ...plan }: PlanDue, reason: string) {
  try {
    await write(system, (tx) => run(tx, pausePlan, { ...plan, reason: reason.slice(0, 500) }))
  } catch (error) {
    // Someone deleted the plan or the flag in the meantime.
    if (!(error instanceof AppError) || error.status >= 500) throw error
  }
}

/** Starts what no job has started. */
export const sweepPlans = async (parts: Parts) => progressAll(parts, await listDuePlans(parts.read))

/** Starts steps before their time where all guards say that the flag is safe. */
export const progressSafe = async (parts: Parts) => progressAll(parts, await listEarlyPlans(parts.read))

async function progressAll(parts: Parts, plans: readonly PlanDue[]) {
  const failures: unknown[] = []
  for (const due of plans) await progressDue(parts, due).catch((error) => failures.push(error))
  // One plan that cannot go on now must not keep the others from it.
  if (failures.length > 0) throw failures[0]
}
