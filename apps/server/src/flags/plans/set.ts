import { Constraint, Parameters, StrategyVariant } from '@flagstaff/contract/common'
import { Guard } from '@flagstaff/contract/guards'
import type { Permission } from '@flagstaff/contract/permissions'
import { TransitionCondition } from '@flagstaff/contract/release-plans'
import Type from 'typebox'
import { noPermission } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { switchOn } from '../switch/orders.ts'
import { planEvent } from './events.ts'
import { startAt } from './start.ts'
import { contentOf, milestonesFor, type Plan, type PlanContent } from './state.ts'
import { storePlan } from './store.ts'
import { inEnvironment, lockPlan, PlanPlace, segmentsIn, segmentsOf } from './target.ts'

const Rule = Type.Object({
  id: Type.String(),
  sortOrder: Type.Number(),
  name: Type.String(),
  title: Type.Union([Type.String(), Type.Null()]),
  disabled: Type.Boolean(),
  parameters: Parameters,
  constraints: Type.Array(Constraint),
  segments: Type.Array(Type.Number()),
  variants: Type.Array(StrategyVariant),
})
const Content = Type.Object({
  id: Type.String(),
  templateId: Type.String(),
  name: Type.String(),
  description: Type.Union([Type.String(), Type.Null()]),
  milestones: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      sortOrder: Type.Number(),
      transitionCondition: Type.Union([TransitionCondition, Type.Null()]),
      target: Type.Union([Type.String(), Type.Null()]),
      strategies: Type.Array(Rule),
    }),
  ),
  guards: Type.Optional(Type.Array(Guard)),
  active: Type.Union([Type.String(), Type.Null()]),
  paused: Type.Boolean(),
})

/** Gives a flag a plan in a given state, or none: for undo and for change requests. */
export const setPlan = command({
  name: 'plan.set',
  proposable: true,
  input: Type.Interface([PlanPlace], { content: Type.Union([Content, Type.Null()]) }),
  permission: 'authenticated',
  scope: inEnvironment,
  locks: async (input, tx) => {
    const { flags, segments } = await planLocks(tx, input)
    return { flags, segments: [...segments, ...segmentsOf(input.content ?? undefined)] }
  },
  load: (tx, input) => lockPlan(tx, input, segmentsOf(input.content ?? undefined)),
  current: ({ flag }) => flag,
  async run(tx, input, { flag, plan: before, now }) {
    const { project, environment, content } = input
    allow(tx, input, before, content)
    const after = content ? await planFor(tx, input, { content, before, now }) : undefined
    const restarts = after?.active !== before?.active
    const switchedOff = await storePlan(tx, input, { before, after, restarts })
    tx.record(planEvent(eventFor(before, after), { flag: { ...flag, project }, environment, before, after }))
    return switchedOff
  },
  inverse: (input, switchedOff, { plan }): Order[] => [
    setPlan.with(stateOf(input, plan)),
    ...switchOnAgain(input, switchedOff),
  ],
})

const eventFor = (before: Plan | undefined, after: Plan | undefined) => {
  if (!after) return 'release-plan-removed'
  if (before?.id !== after.id) return 'release-plan-added'
  return before.active === after.active ? 'release-plan-updated' : 'release-plan-milestone-started'
}

type Target = { content: PlanContent; before: Plan | undefined; now: Date }

async function planFor(tx: Tx, place: PlanPlace, { content, before: old, now }: Target): Promise<Plan> {
  const before = old?.id === content.id ? old : undefined
  const { paused, active, milestones, guards = [], ...rest } = content
  const plan: Plan = {
    ...(before ?? freshPlan(tx, place, now)),
    ...rest,
    milestones: milestonesFor(milestones, before?.milestones ?? []),
    guards,
    pausedAt: paused ? (before?.pausedAt ?? now.toISOString()) : null,
    pauseReason: paused ? (before?.pauseReason ?? null) : null,
  }
  if (active === before?.active) return plan
  return active === null
    ? { ...plan, active, dueAt: null }
    : startAt(tx, place.project, plan, { milestone: active, now })
}

/** As for the single changes: adding, changing and removing need a permission each. */
function allow(tx: Tx, place: PlanPlace, before: Plan | undefined, content: PlanContent | null) {
  const permission: Permission = !before
    ? 'CREATE_FEATURE_STRATEGY'
    : content
      ? 'UPDATE_FEATURE_STRATEGY'
      : 'DELETE_FEATURE_STRATEGY'
  if (!tx.caller.may(permission, inEnvironment(place))) throw noPermission([permission])
}

/** A plan that has not started. */
export const freshPlan = (tx: Tx, { flag, environment }: PlanPlace, now: Date): Plan => ({
  id: ulid(),
  flag,
  environment,
  templateId: '',
  name: '',
  description: null,
  milestones: [],
  guards: [],
  active: null,
  dueAt: null,
  pausedAt: null,
  pauseReason: null,
  heldAt: null,
  createdById: tx.actor.id,
  createdAt: now.toISOString(),
})

/** The input that gives the flag this plan again. */
export const stateOf = ({ project, flag, environment }: PlanPlace, plan: Plan | undefined) => ({
  project,
  flag,
  environment,
  content: plan ? contentOf(plan) : null,
})

export async function planLocks({ read }: Pick<Tx, 'read'>, place: PlanPlace) {
  return { flags: [place.flag], segments: await segmentsIn(read, place) }
}

export const switchOnAgain = ({ project, flag, environment }: PlanPlace, switchedOff: boolean): Order[] =>
  switchedOff ? [switchOn({ project, environment, flags: [flag] })] : []
