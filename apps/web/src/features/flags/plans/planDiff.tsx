import type { TemplateMilestone } from '@flagstaff/contract/release-plans'
import type { DiffLine } from '../../../ui/Diff.tsx'
import type { SegmentNames } from '../rules/RuleSentence.tsx'
import { diffOf } from '../templates/diff.tsx'
import { type Draft, nextOf, ruleBodyOf } from '../templates/draft.ts'
import { t } from './messages.ts'

/** A plan as a change request stores it. */
export type PlanContent = {
  name: string
  description: string | null
  milestones: readonly TemplateMilestone[]
  active: string | null
  paused: boolean
}

/** What a change of a plan does: milestones with their rules, which one starts, and whether it is paused. */
export function diffPlans(
  before: PlanContent | undefined,
  after: PlanContent | undefined,
  segments: SegmentNames,
): DiffLine[] {
  if (!after) return [{ sign: '-', key: 'removed', content: t('diff.removed', { name: before?.name ?? '' }) }]
  const starts = after.milestones.find(({ id }) => id === after.active && id !== before?.active)
  const notes: DiffLine[] = [
    ...(starts
      ? [{ sign: '~' as const, key: 'starts', content: t('diff.starts', { name: starts.name }) }]
      : []),
    ...(before?.paused && !after.paused
      ? [{ sign: '~' as const, key: 'resumed', content: t('diff.resumed') }]
      : []),
  ]
  return [...notes, ...diffOf(before && draftOf(before), draftOf(after), segments)]
}

const draftOf = ({ name, description, milestones }: PlanContent): Draft => ({
  name,
  description: description ?? '',
  project: null,
  milestones: milestones.map((milestone) => ({
    key: milestone.id,
    name: milestone.name,
    next: nextOf(milestone.transitionCondition),
    rules: milestone.strategies.map((rule) => ({
      key: rule.id,
      body: ruleBodyOf({ ...rule, milestoneId: milestone.id, strategyName: rule.name }),
    })),
  })),
})
