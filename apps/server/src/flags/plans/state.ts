import type { Guard } from '@flagstaff/contract/guards'
import type { MilestoneRule, TemplateMilestone } from '@flagstaff/contract/release-plans'
import type { Rule } from '../rules/queries.ts'

/** A milestone as people decide on it. */
export type PlannedMilestone = TemplateMilestone & {
  /** The milestone that starts when the condition is met. */
  target: string | null
}

/** A plan as people decide on it: what is reviewed, undone and compared. */
export type PlanContent = {
  id: string
  templateId: string
  name: string
  description: string | null
  milestones: PlannedMilestone[]
  /** Missing if there are none. */
  guards?: Guard[]
  active: string | null
  paused: boolean
}

/** What happened to a milestone. */
type Course = {
  startedAt: string | null
  /** When the milestone after it was started by the plan. */
  executedAt: string | null
  /** How often the flag was on before it started. */
  exposuresBefore: number
}

export type Milestone = PlannedMilestone & Course

export type Plan = Omit<PlanContent, 'milestones' | 'paused' | 'guards'> & {
  flag: string
  environment: string
  milestones: Milestone[]
  guards: Guard[]
  dueAt: string | null
  pausedAt: string | null
  pauseReason: string | null
  /** Since when the flag is off. */
  heldAt: string | null
  createdById: number
  createdAt: string
}

const NOT_STARTED: Course = { startedAt: null, executedAt: null, exposuresBefore: 0 }

export const contentOf = (plan: Plan): PlanContent => ({
  id: plan.id,
  templateId: plan.templateId,
  name: plan.name,
  description: plan.description,
  milestones: plan.milestones.map(plannedOf),
  ...(plan.guards.length > 0 ? { guards: plan.guards } : {}),
  active: plan.active,
  paused: plan.pausedAt !== null,
})

const plannedOf = ({ startedAt: _, executedAt: __, exposuresBefore: ___, ...planned }: Milestone) => planned

/** What is reviewed. Pausing a plan is always allowed, so it is left out where it comes after. */
export const reviewedOf = (content: PlanContent | undefined, paused: boolean) =>
  content ? { ...content, paused } : null

/** The milestones of a plan after people decided on them, with what happened to those that were there before. */
export function milestonesFor(
  planned: readonly PlannedMilestone[],
  before: readonly Milestone[],
): Milestone[] {
  const known = new Map(before.map((milestone) => [milestone.id, milestone]))
  return planned.map((milestone) => {
    const { startedAt, executedAt, exposuresBefore } = known.get(milestone.id) ?? NOT_STARTED
    return { ...milestone, startedAt, executedAt, exposuresBefore }
  })
}

export const rulesOf = (plan: { milestones: readonly TemplateMilestone[] } | undefined): Set<string> =>
  new Set(plan?.milestones.flatMap(({ strategies }) => strategies.map(({ id }) => id)))

/** The plan with the rules of its active milestone as they are now: people also change them on the flag. */
export function withCurrentRules<
  P extends { active: string | null; milestones: readonly TemplateMilestone[] },
>(plan: P, rules: readonly Omit<Rule, 'objectVersion'>[]): P {
  const current = new Map(rules.map((rule) => [rule.id, rule]))
  const milestones = plan.milestones.map((milestone) =>
    milestone.id === plan.active
      ? {
          ...milestone,
          strategies: milestone.strategies.flatMap(({ id, sortOrder }) => {
            const rule = current.get(id)
            return rule ? [toMilestoneRule(rule, sortOrder)] : []
          }),
        }
      : milestone,
  )
  return { ...plan, milestones }
}

export const toMilestoneRule = (
  rule: Omit<Rule, 'objectVersion' | 'featureName' | 'sortOrder'>,
  sortOrder: number,
): MilestoneRule => ({
  id: rule.id,
  sortOrder,
  name: rule.name,
  title: rule.title,
  disabled: rule.disabled,
  parameters: rule.parameters,
  constraints: rule.constraints,
  segments: rule.segments,
  variants: rule.variants,
})

export const milestoneOf = <M extends { id: string }>(
  { milestones }: { milestones: readonly M[] },
  id: string | null,
) => milestones.find((milestone) => milestone.id === id)

/** When the milestone that starts now is over; null if someone has to start the next one. */
export function dueAfter({ transitionCondition, target }: PlannedMilestone, start: Date): Date | null {
  if (!transitionCondition || !target) return null
  return new Date(start.getTime() + (transitionCondition.intervalMinutes ?? 0) * 60_000)
}
