import type {
  MilestoneRule,
  ReleasePlanMilestone,
  ReleasePlanMilestoneStrategy,
  TemplateMilestone,
} from '@flagstaff/contract/release-plans'
import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'

/** A template as it is stored. */
export type Template = {
  id: string
  name: string
  description: string | null
  /** Null if it is for all projects. */
  project: string | null
  milestones: TemplateMilestone[]
  createdByUserId: number
  createdAt: string
  archivedAt: string | null
  objectVersion: number
}

export const templateOf = ({ milestones, ...template }: Template): ReleaseTemplate => ({
  ...template,
  discriminator: 'template',
  milestones: milestones.map((milestone) => milestoneOf(template.id, milestone)),
})

export const milestoneOf = (
  releasePlanDefinitionId: string,
  { strategies, ...milestone }: TemplateMilestone,
): ReleasePlanMilestone => ({
  ...milestone,
  releasePlanDefinitionId,
  strategies: strategies.map((rule) => ruleOf(milestone.id, rule)),
})

export const ruleOf = (milestoneId: string, rule: MilestoneRule): ReleasePlanMilestoneStrategy => ({
  ...rule,
  milestoneId,
  strategyName: rule.name,
})
