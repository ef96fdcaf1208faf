import type { MilestoneRule, TemplateMilestone, TransitionCondition } from '@flagstaff/contract/release-plans'
import type { CreateMilestoneStrategy } from '@flagstaff/contract/release-templates'
import { invalid } from '../../platform/errors.ts'

/** A rule with its type, under whichever of the two names the client sent it. */
export function typeOf({
  name,
  strategyName,
}: Pick<CreateMilestoneStrategy, 'name' | 'strategyName'>): string {
  const type = name ?? strategyName
  if (!type) throw invalid('A rule of a milestone needs a type: send name.', 'name')
  return type
}

/** Exactly one of the two conditions: a time, or how often the flag was on. */
export function acceptTransition(
  condition: TransitionCondition | null | undefined,
): TransitionCondition | null {
  if (condition == null) return null
  const { type, intervalMinutes, minimumExposures } = condition
  const kind = type ?? 'time'
  const path = 'transitionCondition'
  if (intervalMinutes !== undefined && minimumExposures !== undefined) {
    throw invalid('Send intervalMinutes or minimumExposures, not both.', path)
  }
  if (kind === 'time' && intervalMinutes !== undefined) return { intervalMinutes }
  if (kind === 'exposure' && minimumExposures !== undefined) return { type: 'exposure', minimumExposures }
  throw invalid(
    kind === 'time'
      ? 'A transition by time needs intervalMinutes. To wait for exposures, send type exposure.'
      : 'A transition by exposure needs minimumExposures, and no intervalMinutes.',
    path,
  )
}

/** Sorted by `sortOrder`; equal ones stay in the order they were sent. */
export const inSequence = <T extends { sortOrder: number }>(items: readonly T[]): T[] =>
  items.toSorted((one, other) => one.sortOrder - other.sortOrder)

/** Keeps the group and stickiness out of a template unless they were given: they come from the flag. */
export function withoutDefaults(
  stored: Record<string, string>,
  given: Record<string, string> = {},
): Record<string, string> {
  const { groupId, stickiness, ...rest } = stored
  return {
    ...rest,
    ...(given.groupId && groupId ? { groupId } : {}),
    ...(given.stickiness && stickiness ? { stickiness } : {}),
  }
}

/** Replaces the items with this id. */
export const replaceById = <T extends { id?: string | undefined }>(
  items: readonly T[],
  id: string,
  by: T,
): T[] => items.map((item) => (item.id === id ? by : item))

export const withoutId = <T extends { id?: string | undefined }>(items: readonly T[], id: string): T[] =>
  items.filter((item) => item.id !== id)

/** Ids that were sent are kept, so that undo brings back the same milestones; repeated ones are replaced. */
export function uniqueIds(create: () => string): (id: string | undefined) => string {
  const used = new Set<string>()
  return (wanted) => {
    const id = wanted !== undefined && !used.has(wanted) ? wanted : create()
    used.add(id)
    return id
  }
}

export const rulesById = (milestones: readonly TemplateMilestone[]): Map<string, MilestoneRule> =>
  new Map(milestones.flatMap(({ strategies }) => strategies.map((rule) => [rule.id, rule])))
