import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import { syncGuards } from '../guards/queries.ts'
import { listRules, type Rule } from '../rules/queries.ts'
import { replaceRules } from '../rules/set.ts'
import { findValue } from '../values/queries.ts'
import { checkPayloads } from '../values/rules.ts'
import { insertPlan, removePlan, replacePlan, replacePlanKeepingClock } from './queries.ts'
import { milestoneOf, type Plan, rulesOf } from './state.ts'

type Place = { project: string; flag: string; environment: string }

export const ALREADY_THERE =
  'The flag already follows a release plan in this environment. Remove that one first.'

/** A plan before and after a change. It is undefined where the flag follows no plan. */
export type PlanStep = {
  before: Plan | undefined
  after: Plan | undefined
  /** Whether the clock of the plan starts anew. */
  restarts?: boolean
}

/** Stores a plan, and gives the flag the rules of its active milestone instead of those it had from the plan before. */
export async function storePlan(tx: Tx, { project, flag, environment }: Place, step: PlanStep) {
  if (step.after) await checkMilestones(tx, flag, step.after)
  const present = await listRules(tx.read, [flag], environment)
  const rules = rulesAfter(present, step)
  const { switchedOff } = await replaceRules(tx, { project, environment, sets: [{ flag, rules }] })
  await storeRow(tx, step)
  return switchedOff.length > 0
}

/** Milestones that have not started yet get no check as rules. */
async function checkMilestones(tx: Tx, flag: string, { milestones }: Plan) {
  const variants = milestones.flatMap(({ strategies }) => strategies.flatMap((rule) => rule.variants))
  if (variants.length > 0) checkPayloads(await findValue(tx.read, flag), variants)
}

async function storeRow(tx: Tx, { before, after, restarts = false }: PlanStep) {
  if (before && before.id !== after?.id) await removePlan(tx, before.id)
  if (!after) return
  if (before?.id === after.id) await (restarts ? replacePlan : replacePlanKeepingClock)(tx, after)
  else if (!(await insertPlan(tx, after))) throw new AppError('conflict', { reason: ALREADY_THERE })
  const known = before?.id === after.id ? before.guards : []
  if (!isDeepStrictEqual(known, after.guards)) await syncGuards(tx, after)
}

/** Rules of the plan take the place of the first one that comes from it; rules that people added stay. */
function rulesAfter(present: readonly Rule[], { before, after }: PlanStep) {
  const own = new Set([...rulesOf(before), ...rulesOf(after)])
  const active = after && milestoneOf(after, after.active)
  const incoming = (active?.strategies ?? []).map(({ sortOrder: _, ...rule }) => rule)
  const first = present.findIndex(({ id }) => own.has(id))
  const place = first === -1 ? present.length : first
  const others = (rules: readonly Rule[]) => rules.filter(({ id }) => !own.has(id))
  return [...others(present.slice(0, place)), ...incoming, ...others(present.slice(place))]
}
