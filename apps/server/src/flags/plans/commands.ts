import type { TransitionCondition as Condition } from '@flagstaff/contract/release-plans'
import { TransitionCondition, UpdateMilestoneStrategy } from '@flagstaff/contract/release-plans'
import Type from 'typebox'
import { invalid, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { acceptRule } from '../rules/accept.ts'
import { planEvent } from './events.ts'
import { planLocks, setPlan, stateOf, switchOnAgain } from './set.ts'
import { startAt } from './start.ts'
import { dueAfter, type Milestone, milestoneOf, type Plan, toMilestoneRule } from './state.ts'
import { storePlan } from './store.ts'
import {
  inEnvironment,
  lockPlan,
  PlanPlace,
  type PlanTarget,
  requireMilestone,
  requirePlan,
} from './target.ts'

const PlanId = Type.Interface([PlanPlace], { plan: Type.String() })

/** Undo sets the plan as it was; a milestone that becomes active again starts anew. */
export const back = (input: PlanPlace, { plan }: PlanTarget): Order => setPlan.with(stateOf(input, plan))

/** What all changes of a plan have in common. */
export const ofPlan = {
  proposable: true,
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: async (input: PlanPlace, tx: Tx) => planLocks(tx, input),
  load: (tx: Tx, input: PlanPlace) => lockPlan(tx, input),
  current: ({ flag }: PlanTarget) => flag,
} as const

export const removePlan = command({
  ...ofPlan,
  name: 'plan.remove',
  permission: 'DELETE_FEATURE_STRATEGY',
  input: PlanId,
  async run(tx, input, { flag, plan }) {
    const before = requirePlan(plan, input.plan)
    const switchedOff = await storePlan(tx, input, { before, after: undefined })
    tx.record(
      planEvent('release-plan-removed', { flag, environment: input.environment, before, after: undefined }),
    )
    return switchedOff
  },
  inverse: (input, switchedOff, target) => [back(input, target), ...switchOnAgain(input, switchedOff)],
})

export const startMilestone = command({
  ...ofPlan,
  name: 'plan.start-milestone',
  input: Type.Interface([PlanId], { milestone: Type.String() }),
  async run(tx, input, { flag, plan, now }) {
    const { project, environment, milestone } = input
    const before = requirePlan(plan, input.plan)
    const after = await startAt(tx, project, before, { milestone, now })
    await storePlan(tx, input, { before, after, restarts: true })
    tx.record(planEvent('release-plan-milestone-started', { flag, environment, before, after }))
    return after
  },
  inverse: (input, _result, target) => back(input, target),
})

export const updateMilestoneRule = command({
  ...ofPlan,
  name: 'plan.update-rule',
  input: Type.Interface([PlanPlace, UpdateMilestoneStrategy], { id: Type.String() }),
  locks: async (input, tx) => {
    const { flags, segments } = await planLocks(tx, input)
    return { flags, segments: [...segments, ...(input.segments ?? [])] }
  },
  load: (tx, input) => lockPlan(tx, input, input.segments),
  async run(tx, input, { flag, plan }) {
    const { project, environment, id, flag: _, sortOrder, ...given } = input
    const milestone = plan?.milestones.find(({ strategies }) => strategies.some((rule) => rule.id === id))
    const rule = milestone?.strategies.find((one) => one.id === id)
    if (!plan || !milestone || !rule) throw notFound('rule', id)
    const stored = { ...rule, featureName: flag.name, objectVersion: 1 }
    const body = await acceptRule(tx, project, { ...rule, ...given }, { before: stored })
    const changed = toMilestoneRule({ ...body(flag), id }, sortOrder ?? rule.sortOrder)
    const after = withMilestone(plan, {
      ...milestone,
      strategies: milestone.strategies.map((one) => (one.id === id ? changed : one)),
    })
    await storePlan(tx, input, { before: plan, after })
    tx.record(
      planEvent('release-plan-updated', { flag, environment, before: plan, after }, { rule: changed }),
    )
    return { milestone, rule: changed }
  },
  inverse: (input, _result, target) => back(input, target),
})

export const setProgression = command({
  ...ofPlan,
  name: 'plan.set-progression',
  input: Type.Interface([PlanPlace], {
    source: Type.String(),
    target: Type.String(),
    condition: TransitionCondition,
  }),
  async run(tx, input, { flag, plan, now }) {
    const { environment, source, target } = input
    if (!plan) throw notFound('milestone', source)
    const milestone = requireMilestone(plan, source)
    const next = requireMilestone(plan, target)
    // So that a plan always ends.
    if (plan.milestones.indexOf(next) <= plan.milestones.indexOf(milestone))
      throw invalid('Only a later milestone can come next.', 'targetMilestone')
    const planned = {
      ...milestone,
      target,
      transitionCondition: acceptCondition(input.condition),
      executedAt: null,
    }
    const after = withMilestone(plan, planned)
    await storeProgression(tx, input, { before: plan, after }, now)
    tx.record(
      planEvent(
        'milestone-progression-changed',
        { flag, environment, before: plan, after },
        { progression: planned },
      ),
    )
    return planned
  },
  inverse: (input, _result, target) => back(input, target),
})

export const deleteProgression = command({
  ...ofPlan,
  name: 'plan.delete-progression',
  input: Type.Interface([PlanPlace], { source: Type.String() }),
  async run(tx, input, { flag, plan, now }) {
    const { environment, source } = input
    if (!plan) throw notFound('milestone', source)
    const milestone = requireMilestone(plan, source)
    const after = withMilestone(plan, { ...milestone, target: null, transitionCondition: null })
    await storeProgression(tx, input, { before: plan, after }, now)
    tx.record(planEvent('milestone-progression-deleted', { flag, environment, before: plan, after }))
  },
  inverse: (input, _result, target) => back(input, target),
})

export const pausePlan = command({
  ...ofPlan,
  name: 'plan.pause',
  input: Type.Interface([PlanId], { reason: Type.Optional(Type.String({ maxLength: 500 })) }),
  async run(tx, input, { flag, plan, now }) {
    const { environment, reason = null } = input
    const before = requirePlan(plan, input.plan)
    if (before.pausedAt) return
    const after = { ...before, pausedAt: now.toISOString(), pauseReason: reason }
    await storePlan(tx, input, { before, after })
    tx.record(planEvent('release-plan-progressions-paused', { flag, environment, before, after }, { reason }))
  },
  inverse: (input, _result, target) => back(input, target),
})

export const resumePlan = command({
  ...ofPlan,
  name: 'plan.resume',
  input: PlanId,
  async run(tx, input, { flag, plan }) {
    const { environment } = input
    const before = requirePlan(plan, input.plan)
    if (!before.pausedAt) return
    const after = { ...before, pausedAt: null, pauseReason: null }
    await storePlan(tx, input, { before, after })
    tx.record(planEvent('release-plan-progressions-resumed', { flag, environment, before, after }))
  },
  inverse: (input, _result, target) => back(input, target),
})

const withMilestone = (plan: Plan, changed: Milestone): Plan => ({
  ...plan,
  milestones: plan.milestones.map((one) => (one.id === changed.id ? changed : one)),
})

/** The time of the active milestone counts from its start. */
async function storeProgression(
  tx: Tx,
  place: PlanPlace,
  { before, after }: { before: Plan; after: Plan },
  now: Date,
) {
  const active = milestoneOf(after, after.active)
  const isActive = active !== milestoneOf(before, before.active)
  const due = isActive && active ? dueAfter(active, new Date(active.startedAt ?? now)) : null
  await storePlan(tx, place, {
    before,
    after: isActive ? { ...after, dueAt: due?.toISOString() ?? null } : after,
    restarts: isActive,
  })
}

export function acceptCondition(condition: Condition): Condition {
  const { type, intervalMinutes, minimumExposures, orWhenSafe } = condition
  if (type !== 'exposure' && intervalMinutes !== undefined && minimumExposures === undefined) {
    return { type: 'time', intervalMinutes, ...(orWhenSafe ? { orWhenSafe } : {}) }
  }
  if (type === 'exposure' && minimumExposures !== undefined && intervalMinutes === undefined && !orWhenSafe) {
    return { type: 'exposure', minimumExposures }
  }
  throw invalid(
    'A condition is { "intervalMinutes": 60 } or { "type": "exposure", "minimumExposures": 1000 }.',
    'transitionCondition',
  )
}
