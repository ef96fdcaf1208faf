import Type from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Flag } from '../queries.ts'
import { findSwitch, listRules, lockSegments } from '../rules/queries.ts'
import { lockActiveFlag } from '../target.ts'
import { findPlan, readNow } from './queries.ts'
import { type Plan, withCurrentRules } from './state.ts'

export const PlanPlace = Type.Object({
  project: Type.String(),
  flag: Type.String(),
  environment: Type.String(),
})
export type PlanPlace = { project: string; flag: string; environment: string }

export const inEnvironment = ({ project, environment }: PlanPlace) => ({ project, environment })

/** The flag is locked, so its plan cannot change until the commit. */
export type PlanTarget = { flag: Flag; plan: Plan | undefined; enabled: boolean; now: Date }

/** Segments are locked before flags: those of the plan and of all rules, and others that the change needs. */
export async function lockPlan(
  tx: Tx,
  place: PlanPlace,
  segments: readonly number[] = [],
): Promise<PlanTarget> {
  await lockSegments(tx, [...new Set([...(await segmentsIn(tx.read, place)), ...segments])])
  const flag = await lockActiveFlag(tx, place)
  const [state, plan, rules, now] = await Promise.all([
    findSwitch(tx.read, place),
    findPlan(tx.read, place),
    listRules(tx.read, [place.flag], place.environment),
    readNow(tx),
  ])
  if (!state) throw notFound('environment', place.environment)
  return { flag, plan: plan && withCurrentRules(plan, rules), enabled: state.enabled, now }
}

/** The segments of the plan, and of the other rules of the flag, which are stored together with those of the plan. */
export async function segmentsIn(read: Reader, { flag, environment }: PlanPlace): Promise<number[]> {
  const [plan, rules] = await Promise.all([
    findPlan(read, { flag, environment }),
    listRules(read, [flag], environment),
  ])
  return [...new Set([...segmentsOf(plan), ...rules.flatMap(({ segments }) => segments)])]
}

type Used = { milestones: readonly { strategies: readonly { segments: readonly number[] }[] }[] }

export const segmentsOf = (plan: Used | undefined): number[] => [
  ...new Set(plan?.milestones.flatMap(({ strategies }) => strategies.flatMap(({ segments }) => segments))),
]

export function requirePlan(plan: Plan | undefined, id: string): Plan {
  if (plan?.id !== id) throw notFound('release plan', id)
  return plan
}

export function requireMilestone(plan: Plan, id: string) {
  const milestone = plan.milestones.find((one) => one.id === id)
  if (!milestone) throw notFound('milestone', id)
  return milestone
}
