import type { Guard } from '@flagstaff/contract/guards'
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
  guards?: readonly Guard[]
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
  return [
    ...notes,
    ...diffOf(before && draftOf(before), draftOf(after), segments),
    ...diffGuards(before?.guards ?? [], after.guards ?? []),
  ]
}

function diffGuards(before: readonly Guard[], after: readonly Guard[]): DiffLine[] {
  const say = (guard: Guard) =>
    t('diff.guard', {
      name: guard.name,
      tolerance: guard.tolerance,
      falseAlarms: guard.falseAlarms * 100,
      worse: guard.worse,
      action: guard.action,
    })
  const isSame = (one: Guard) => (other: Guard) => JSON.stringify(one) === JSON.stringify(other)
  return [
    ...before
      .filter((one) => !after.some(isSame(one)))
      .map((one) => ({ sign: '-' as const, key: `guard before ${one.id}`, content: say(one) })),
    ...after
      .filter((one) => !before.some(isSame(one)))
      .map((one) => ({ sign: '+' as const, key: `guard after ${one.id}`, content: say(one) })),
  ]
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
