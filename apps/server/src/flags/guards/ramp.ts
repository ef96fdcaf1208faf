import { Guard } from '@flagstaff/contract/guards'
import type { MilestoneRule } from '@flagstaff/contract/release-plans'
import Type from 'typebox'
import { AppError, invalid, noPermission, notAllowed, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { planEvent } from '../plans/events.ts'
import { freshPlan, planLocks, setPlan, stateOf } from '../plans/set.ts'
import { startAt } from '../plans/start.ts'
import { type Milestone, type Plan, toMilestoneRule } from '../plans/state.ts'
import { ALREADY_THERE, storePlan } from '../plans/store.ts'
import { inEnvironment, lockPlan, PlanPlace } from '../plans/target.ts'
import { acceptRule } from '../rules/accept.ts'
import { listRules, type Rule } from '../rules/queries.ts'
import { setRules } from '../rules/set.ts'
import { acceptGuards } from './rules.ts'

/** The plan of a rollout has no template. */
export const NO_TEMPLATE = ''

/** Raises a gradual rollout step by step. Rule, group and stickiness stay, so everyone who has the flag keeps it. */
export const rampFlag = command({
  name: 'plan.ramp',
  proposable: true,
  permission: 'CREATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  input: Type.Interface([PlanPlace], {
    rule: Type.Union([Type.String(), Type.Null()]),
    steps: Type.Array(Type.Integer({ minimum: 1, maximum: 100 }), { minItems: 1, maxItems: 20 }),
    minutes: Type.Integer({ minimum: 1 }),
    orWhenSafe: Type.Optional(Type.Boolean()),
    guards: Type.Array(Guard),
  }),
  locks: async (input, tx) => planLocks(tx, input),
  async load(tx, input) {
    const target = await lockPlan(tx, input)
    return { ...target, rules: await listRules(tx.read, [input.flag], input.environment) }
  },
  current: ({ flag }) => flag,
  async run(tx, input, { flag, plan: existing, rules, enabled, now }) {
    if (existing) throw new AppError('conflict', { reason: ALREADY_THERE })
    const { project, environment, steps } = input
    if (input.rule !== null && !tx.caller.may('UPDATE_FEATURE_STRATEGY', { project, environment }))
      throw noPermission(['UPDATE_FEATURE_STRATEGY'])
    if (steps.some((step, index) => step <= (steps[index - 1] ?? 0)))
      throw invalid('Each step is a higher percentage than the one before.', 'steps')
    const source = input.rule === null ? undefined : requireRollout(rules, input.rule)
    const given = source ?? { name: 'flexibleRollout', parameters: { rollout: String(steps[0]) } }
    const body = await acceptRule(tx, project, given, source ? { before: source } : {})
    const rule = toMilestoneRule({ ...body(flag), id: '' }, 0)
    const waiting: Plan = {
      ...freshPlan(tx, input, now),
      templateId: NO_TEMPLATE,
      name: 'Guarded rollout',
      milestones: milestonesFor(input, rule, input.rule),
      guards: acceptGuards(input.guards),
    }
    const [first] = waiting.milestones
    const after =
      enabled && first ? await startAt(tx, project, waiting, { milestone: first.id, now }) : waiting
    await storePlan(tx, input, { before: undefined, after, restarts: true })
    tx.record(planEvent('release-plan-added', { flag, environment, before: undefined, after }, { steps }))
    return after
  },
  inverse: (input, _result, { rules }): Order[] => [
    setPlan.with(stateOf(input, undefined)),
    setRules.with({
      project: input.project,
      environment: input.environment,
      sets: [{ flag: input.flag, rules: [...rules] }],
    }),
  ],
})

function requireRollout(rules: readonly Rule[], id: string): Rule {
  const rule = rules.find((one) => one.id === id)
  if (!rule) throw notFound('rule', id)
  if (rule.name !== 'flexibleRollout')
    throw notAllowed(
      'Only a gradual rollout can be raised step by step. Change the strategy of the rule first.',
    )
  return rule
}

type Steps = { steps: readonly number[]; minutes: number; orWhenSafe?: boolean | undefined }

/** The first step takes the id of the rule that is raised, and so its place. */
function milestonesFor(
  { steps, minutes, orWhenSafe }: Steps,
  rule: MilestoneRule,
  ruleId: string | null,
): Milestone[] {
  const ids = steps.map(() => ulid())
  return steps.map((step, index) => {
    const target = ids[index + 1] ?? null
    return {
      id: ids[index] ?? ulid(),
      name: `${step} %`,
      sortOrder: index,
      strategies: [
        {
          ...rule,
          id: (index === 0 && ruleId) || ulid(),
          disabled: false,
          parameters: { ...rule.parameters, rollout: String(step) },
        },
      ],
      transitionCondition: target
        ? { type: 'time' as const, intervalMinutes: minutes, ...(orWhenSafe ? { orWhenSafe } : {}) }
        : null,
      target,
      startedAt: null,
      executedAt: null,
      exposuresBefore: 0,
    }
  })
}
