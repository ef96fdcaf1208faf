import type { FeatureEnvironment } from '@flagstaff/contract/flags'
import type {
  MilestoneRule,
  ReleasePlan,
  ReleasePlanMilestone,
  ReleasePlanMilestoneStrategy,
} from '@flagstaff/contract/release-plans'
import { notFound } from '../../platform/errors.ts'
import type { Rule } from '../rules/queries.ts'
import { type Safeguard, type SafeguardRow, toSafeguard } from '../safeguards/queries.ts'
import { toFlagSafeguard, toPlanSafeguard } from '../safeguards/wire.ts'
import { type PlanRow, toPlan } from './queries.ts'
import { type Milestone, milestoneOf, type Plan, withCurrentRules } from './state.ts'

export const toMilestoneStrategy = (
  milestoneId: string,
  rule: MilestoneRule,
): ReleasePlanMilestoneStrategy => ({
  ...rule,
  milestoneId,
  strategyName: rule.name,
})

const toMilestone = (plan: Plan, milestone: Milestone): ReleasePlanMilestone => ({
  id: milestone.id,
  name: milestone.name,
  sortOrder: milestone.sortOrder,
  releasePlanDefinitionId: plan.id,
  startedAt: milestone.startedAt,
  transitionCondition: milestone.transitionCondition,
  progressionExecutedAt: milestone.executedAt,
  pausedAt: milestone.id === plan.active ? plan.pausedAt : null,
  targetMilestone: milestone.target,
  strategies: milestone.strategies.map((rule) => toMilestoneStrategy(milestone.id, rule)),
})

export function toReleasePlanMilestone(plan: Plan, id: string): ReleasePlanMilestone {
  const milestone = plan.milestones.find((one) => one.id === id)
  if (!milestone) throw notFound('milestone', id)
  return toMilestone(plan, milestone)
}

export const toReleasePlan = (plan: Plan, safeguards: readonly Safeguard[] = []): ReleasePlan => ({
  id: plan.id,
  discriminator: 'plan',
  name: plan.name,
  description: plan.description,
  featureName: plan.flag,
  environment: plan.environment,
  createdByUserId: plan.createdById,
  createdAt: plan.createdAt,
  activeMilestoneId: plan.active,
  milestones: plan.milestones.map((milestone) => toMilestone(plan, milestone)),
  releasePlanTemplateId: plan.templateId,
  safeguards: safeguards.filter((one) => one.plan === plan.id).map(toPlanSafeguard),
  guards: plan.guards,
  dueAt: plan.dueAt,
  pausedAt: plan.pausedAt,
  pauseReason: plan.pauseReason,
})

/** An environment of a flag, with its plan and safeguards as they were read from the database. */
export function withPlan(environment: FeatureEnvironment, project: string): FeatureEnvironment {
  const rows = (environment.releasePlans ?? []) as unknown as PlanRow[]
  const safeguards = ((environment.safeguards ?? []) as unknown as SafeguardRow[]).map(toSafeguard)
  const rules = (environment.strategies ?? []) as Rule[]
  const [plan] = rows.map((row) => withCurrentRules(toPlan(row), rules))
  const active = plan && milestoneOf(plan, plan.active)
  const place = { featureName: environment.featureName ?? '', environment: environment.name, project }
  return {
    ...environment,
    releasePlans: plan ? [toReleasePlan(plan, safeguards)] : [],
    safeguards: safeguards.filter((one) => one.plan === null).map((one) => toFlagSafeguard(one, place)),
    ...(plan ? { totalMilestones: plan.milestones.length } : {}),
    ...(active ? { milestoneName: active.name, milestoneOrder: plan.milestones.indexOf(active) } : {}),
  }
}
