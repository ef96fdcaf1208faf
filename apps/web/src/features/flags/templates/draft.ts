import type { ReleasePlanMilestone, TransitionCondition } from '@flagstaff/contract/release-plans'
import type { CreateReleaseTemplate, ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { formatPercent } from '../../../lib/format.ts'
import { inUnits, type Unit, units } from '../../../lib/minutes.ts'
import { templateText } from '../../changes/templates/index.ts'
import { bodyOf, type RuleBody } from '../rules/rule.ts'
import { t } from './messages.ts'

/** As in the contract, which pages only import as types. */
export const MOST_MILESTONES = 20
export const MOST_RULES = 30
const MOST_MINUTES = 525_600

/** When the next milestone starts, as the fields show it. Numbers are empty while they are typed. */
export type Next = {
  kind: 'time' | 'exposure' | 'hand'
  amount: number | ''
  unit: Unit
  count: number | ''
}
export type RuleDraft = { key: string; id?: string; body: RuleBody }
export type MilestoneDraft = { key: string; id?: string; name: string; next: Next; rules: RuleDraft[] }
export type Draft = {
  name: string
  description: string
  project: string | null
  milestones: MilestoneDraft[]
}

const DAY: Next = { kind: 'time', amount: 1, unit: 'days', count: 10_000 }

/** Only distinguishes parts of one draft. */
const newKey = () => Math.random().toString(36).slice(2)

export const rollout = (share: number): RuleDraft => ({
  key: newKey(),
  body: bodyOf({ name: 'flexibleRollout', parameters: { rollout: String(share) } }),
})

export const newMilestone = (name: string, share: number): MilestoneDraft => ({
  key: newKey(),
  name,
  next: DAY,
  rules: [rollout(share)],
})

/** The starting template: 1 %, 10 %, 50 %, 100 %, a day each. */
export const steps = (): MilestoneDraft[] =>
  [1, 10, 50, 100].map((share) =>
    newMilestone(share === 100 ? t('milestone.everyone') : formatPercent(share), share),
  )

export const newDraft = (project: string | null, withSteps: boolean): Draft => ({
  name: withSteps ? templateText('templates.stepsName') : '',
  description: withSteps ? templateText('templates.stepsText') : '',
  project,
  milestones: withSteps ? steps() : [newMilestone(t('milestone.new', { number: 1 }), 10)],
})

export const draftOf = ({ name, description, project, milestones = [] }: ReleaseTemplate): Draft => ({
  name,
  description: description ?? '',
  project: project ?? null,
  milestones: milestones.map(milestoneDraftOf),
})

const milestoneDraftOf = ({
  id,
  name,
  transitionCondition,
  strategies = [],
}: ReleasePlanMilestone): MilestoneDraft => ({
  key: id,
  id,
  name,
  next: nextOf(transitionCondition),
  rules: strategies.map((rule) => ({ key: rule.id, id: rule.id, body: ruleBodyOf(rule) })),
})

/** A rule of a milestone, as the rule form edits it. */
export const ruleBodyOf = (rule: NonNullable<ReleasePlanMilestone['strategies']>[number]): RuleBody =>
  bodyOf({
    name: rule.name,
    title: rule.title ?? null,
    disabled: rule.disabled ?? false,
    parameters: rule.parameters ?? {},
    constraints: rule.constraints ?? [],
    segments: rule.segments ?? [],
    variants: rule.variants ?? [],
  })

export function nextOf(condition: TransitionCondition | null | undefined): Next {
  if (condition?.minimumExposures !== undefined)
    return { ...DAY, kind: 'exposure', count: condition.minimumExposures }
  if (condition?.intervalMinutes !== undefined) return { ...DAY, ...inUnits(condition.intervalMinutes) }
  return { ...DAY, kind: 'hand' }
}

/** Null if someone starts the next milestone; undefined while a number is missing or out of range. */
export function conditionOf({ kind, amount, unit, count }: Next): TransitionCondition | null | undefined {
  if (kind === 'hand') return null
  if (kind === 'exposure')
    return isWhole(count, 1_000_000_000_000) ? { type: 'exposure', minimumExposures: count } : undefined
  return isWhole(amount, MOST_MINUTES / units[unit]) ? { intervalMinutes: amount * units[unit] } : undefined
}

const isWhole = (value: number | '', most: number): value is number =>
  value !== '' && Number.isInteger(value) && value >= 1 && value <= most

/** As the preview shows it. */
export const milestonesOf = ({ milestones }: Draft) =>
  milestones.map(({ key, name, next }) => ({ id: key, name, transitionCondition: conditionOf(next) ?? null }))

/** Nothing comes after the last milestone, so it has no condition. */
export const inputOf = ({ name, description, milestones }: Draft): CreateReleaseTemplate => ({
  name: name.trim(),
  description: description.trim() || null,
  milestones: milestones.map((milestone, sortOrder) => ({
    ...(milestone.id ? { id: milestone.id } : {}),
    name: milestone.name.trim(),
    sortOrder,
    transitionCondition: sortOrder === milestones.length - 1 ? null : (conditionOf(milestone.next) ?? null),
    strategies: milestone.rules.map(({ id, body: { title, ...rule } }, place) => ({
      ...(id ? { id } : {}),
      ...rule,
      title: title.trim() || null,
      sortOrder: place,
    })),
  })),
})

/** The rule as a flag gets it: group and stickiness that were left open come from the flag. */
const completed = (rule: RuleBody): RuleBody =>
  rule.name === 'flexibleRollout'
    ? {
        ...rule,
        parameters: {
          ...rule.parameters,
          stickiness: rule.parameters.stickiness || 'default',
          groupId: rule.parameters.groupId || rule.name,
        },
      }
    : rule

/** The first mistake in a draft. */
export function faultOf(draft: Draft, check: (rule: RuleBody) => string | undefined): string | undefined {
  if (draft.name.trim() === '') return t('fault.name')
  if (draft.milestones.length === 0) return t('fault.none')
  for (const [index, { name, rules, next }] of draft.milestones.entries()) {
    if (name.trim() === '') return t('fault.milestoneName', { number: index + 1 })
    if (rules.length === 0) return t('fault.noRules', { name })
    const problems = rules.map(({ body }) => check(completed(body)))
    const wrong = problems.findIndex((problem) => problem !== undefined)
    if (wrong >= 0) return t('fault.rule', { name, rule: wrong + 1, problem: problems[wrong] ?? '' })
    if (index < draft.milestones.length - 1 && conditionOf(next) === undefined)
      return t(next.kind === 'exposure' ? 'fault.count' : 'fault.time', { name })
  }
  return undefined
}

/** Moves one of a list to another place. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] => {
  const item = items[from]
  return item === undefined || to < 0 || to >= items.length
    ? [...items]
    : items.toSpliced(from, 1).toSpliced(to, 0, item)
}
