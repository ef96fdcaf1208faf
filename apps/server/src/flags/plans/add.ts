import Type from 'typebox'
import { AppError, notAllowed, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { ruleCheck } from '../rules/accept.ts'
import { planEvent } from './events.ts'
import { findTemplate } from './queries.ts'
import { freshPlan, planLocks, setPlan, stateOf } from './set.ts'
import { startAt } from './start.ts'
import { type Milestone, type Plan, toMilestoneRule } from './state.ts'
import { ALREADY_THERE, storePlan } from './store.ts'
import { inEnvironment, lockPlan, PlanPlace, segmentsOf } from './target.ts'

/** Copies a template to a flag. If the flag is on, the first milestone starts now, otherwise when it is turned on. */
export const addPlan = command({
  name: 'plan.add',
  proposable: true,
  permission: 'CREATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  input: Type.Interface([PlanPlace], { template: Type.String() }),
  async locks(input, tx) {
    const source = await findTemplate(tx.read, input.template, input.project)
    const { flags, segments } = await planLocks(tx, input)
    return { flags, segments: [...segments, ...segmentsOf(source)] }
  },
  async load(tx, input) {
    const source = await findTemplate(tx.read, input.template, input.project)
    return { ...(await lockPlan(tx, input, segmentsOf(source))), source }
  },
  current: ({ flag }) => flag,
  async run(tx, input, { flag, plan: existing, enabled, now, source }) {
    if (existing) throw new AppError('conflict', { reason: ALREADY_THERE })
    const { project, environment, template } = input
    if (!source) throw notFound('release template', template)
    if (source.archived)
      throw notAllowed(`The release template ${source.name} is archived. Choose another one.`)
    if (source.milestones.length === 0)
      throw notAllowed(`The release template ${source.name} has no milestones.`)
    const rules = source.milestones.flatMap(({ strategies }) => strategies)
    const check = await ruleCheck(
      tx,
      project,
      rules.map((rule) => ({ input: rule })),
      { fromTemplate: true },
    )
    const inOrder = source.milestones.toSorted((one, other) => one.sortOrder - other.sortOrder)
    const ids = inOrder.map(() => ulid())
    const milestones = inOrder.map(
      ({ name, sortOrder, strategies, transitionCondition }, index): Milestone => ({
        id: ids[index] ?? ulid(),
        name,
        sortOrder,
        strategies: strategies.map((rule) =>
          toMilestoneRule({ ...check(rule)(flag), id: ulid() }, rule.sortOrder),
        ),
        transitionCondition,
        target: transitionCondition ? (ids[index + 1] ?? null) : null,
        startedAt: null,
        executedAt: null,
        exposuresBefore: 0,
      }),
    )
    const waiting: Plan = {
      ...freshPlan(tx, input, now),
      templateId: template,
      name: source.name,
      description: source.description,
      milestones,
    }
    const first = milestones[0]
    const after =
      enabled && first ? await startAt(tx, project, waiting, { milestone: first.id, now }) : waiting
    await storePlan(tx, input, { before: undefined, after, restarts: true })
    tx.record(planEvent('release-plan-added', { flag, environment, before: undefined, after }))
    return after
  },
  inverse: (input): Order => setPlan.with(stateOf(input, undefined)),
})
