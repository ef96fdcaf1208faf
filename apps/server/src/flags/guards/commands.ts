import { Guard } from '@flagstaff/contract/guards'
import Type from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { command } from '../../platform/write/commands.ts'
import { back, ofPlan } from '../plans/commands.ts'
import { planEvent } from '../plans/events.ts'
import { storePlan } from '../plans/store.ts'
import { PlanPlace, requirePlan } from '../plans/target.ts'
import { acceptGuards } from './rules.ts'

export const setGuard = command({
  ...ofPlan,
  name: 'guard.set',
  input: Type.Interface([PlanPlace], { plan: Type.String(), guard: Guard }),
  async run(tx, input, { flag, plan }) {
    const { environment, guard } = input
    const before = requirePlan(plan, input.plan)
    const old = before.guards.find(({ id }) => id === guard.id)
    const guards = old
      ? before.guards.map((one) => (one === old ? guard : one))
      : acceptGuards([...before.guards, guard])
    const after = { ...before, guards }
    await storePlan(tx, input, { before, after })
    tx.record(planEvent('guard-changed', { flag, environment, before, after }, { guard }))
  },
  inverse: (input, _result, target) => back(input, target),
})

export const deleteGuard = command({
  ...ofPlan,
  name: 'guard.delete',
  input: Type.Interface([PlanPlace], { plan: Type.String(), id: Type.String() }),
  async run(tx, input, { flag, plan }) {
    const { environment, id } = input
    const before = requirePlan(plan, input.plan)
    const guard = before.guards.find((one) => one.id === id)
    if (!guard) throw notFound('guard', id)
    const after = { ...before, guards: before.guards.filter((one) => one !== guard) }
    await storePlan(tx, input, { before, after })
    tx.record(planEvent('guard-deleted', { flag, environment, before, after }, { guard }))
  },
  inverse: (input, _result, target) => back(input, target),
})
