import Type from 'typebox'
import { command } from '../../platform/write/commands.ts'
import { about } from '../events.ts'
import { planLocks } from '../plans/set.ts'
import { inEnvironment, lockPlan, PlanPlace, requirePlan } from '../plans/target.ts'
import { markRegressed } from './queries.ts'
import { onlyLower, stopRollout } from './stop.ts'

const Share = Type.Union([Type.Number(), Type.Null()])

/** Does what a guard is for, once: only while it is watching. */
export const tripGuard = command({
  name: 'guard.trip',
  input: Type.Interface([PlanPlace], {
    plan: Type.String(),
    id: Type.String(),
    /** The shares that ended in an event, and how many times as bad that is. */
    enabled: Share,
    disabled: Share,
    ratio: Share,
    /** Turns the flag off, whatever the guard is set to do. */
    off: Type.Optional(Type.Boolean()),
  }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: inEnvironment,
  locks: async (input, tx) => planLocks(tx, input),
  load: (tx, input) => lockPlan(tx, input),
  async run(tx, input, { flag, plan, enabled: isOn }) {
    const { environment, id, enabled, disabled, ratio } = input
    const guard = plan?.id === input.plan ? plan.guards.find((one) => one.id === id) : undefined
    if (!plan || !guard || !isOn || plan.active === null) return false
    if (!(await markRegressed(tx, { plan: plan.id, id }))) return false
    const reason = `${guard.name}: ${percent(enabled)} with the flag on, ${percent(disabled)} with it off. The limit is ${guard.tolerance} times as bad.`
    const action = input.off ? 'off' : guard.action
    const done = await stopRollout(tx, input, plan, { action, reason })
    tx.record({
      type: 'guard-tripped',
      ...about(flag),
      environment,
      data: { id, name: guard.name, plan: plan.id, metric: guard.metric, enabled, disabled, ratio, done },
    })
    return true
  },
})

const percent = (share: number | null) =>
  share === null ? 'unknown' : `${Number((share * 100).toPrecision(3))} %`

/** Someone, or an alert from elsewhere, says that a rollout does harm. */
export const signalRollout = command({
  name: 'guard.signal',
  input: Type.Interface([PlanPlace], {
    plan: Type.String(),
    reason: Type.String(),
    action: Type.Enum(['pause', 'back', 'off']),
  }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: async (input, tx) => planLocks(tx, input),
  load: (tx, input) => lockPlan(tx, input),
  async run(tx, input, { flag, plan: found, enabled }) {
    const plan = requirePlan(found, input.plan)
    const { environment, reason, action } = input
    if (!enabled || plan.active === null) return
    // The same alert sent again must not take the rollout back step by step.
    const isRepeated = action === 'back' && plan.pauseReason === reason
    if (plan.pausedAt && (action === 'pause' || isRepeated)) return
    const done = await stopRollout(tx, input, plan, { action, reason, check: onlyLower(input) })
    tx.record({
      type: 'guard-tripped',
      ...about(flag),
      environment,
      data: { id: null, name: reason, plan: plan.id, done },
    })
  },
})
