import type { MilestoneRule, TemplateMilestone } from '@flagstaff/contract/release-plans'
import {
  type CreateTemplateMilestone,
  MOST_MILESTONE_RULES,
  MOST_MILESTONES,
} from '@flagstaff/contract/release-templates'
import { acceptCondition, ruleCheck } from '../../flags/index.ts'
import { limitReached } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Tx } from '../../platform/write/write.ts'
import { inSequence, rulesById, typeOf, uniqueIds, withoutDefaults } from './rules.ts'

type Before = { project: string | null; milestones: readonly TemplateMilestone[] }

/**
 * Validates the milestones of a template like rules of a flag, and returns them as they are stored. A template of all
 * projects can use segments of all projects only.
 */
export async function acceptMilestones(
  tx: Tx,
  inputs: readonly CreateTemplateMilestone[],
  { project, milestones }: Before,
): Promise<TemplateMilestone[]> {
  if (inputs.length > MOST_MILESTONES) throw limitReached('milestones of a release template', MOST_MILESTONES)
  const stored = rulesById(milestones)
  const candidates = inputs.flatMap(({ strategies = [] }) =>
    strategies.map((rule) => {
      const { id: _, sortOrder: __, strategyName: ___, ...content } = rule
      return { rule, input: { ...content, name: typeOf(rule) }, before: asRule(stored.get(rule.id ?? '')) }
    }),
  )
  const check = await ruleCheck(tx, project ?? '', candidates)
  const accepted = new Map(
    candidates.map(({ rule, input, before }) => {
      const body = check(input, before)({ name: '' })
      return [rule, { ...body, parameters: withoutDefaults(body.parameters, input.parameters) }]
    }),
  )
  const [milestoneId, ruleId] = [uniqueIds(ulid), uniqueIds(ulid)]
  return inSequence(inputs).map(({ id, name, sortOrder, transitionCondition, strategies = [] }) => {
    if (strategies.length > MOST_MILESTONE_RULES)
      throw limitReached('rules of a milestone', MOST_MILESTONE_RULES)
    return {
      id: milestoneId(id),
      name: name.trim(),
      sortOrder,
      transitionCondition: transitionCondition ? acceptCondition(transitionCondition) : null,
      strategies: inSequence(strategies).map((rule): MilestoneRule => {
        const body = accepted.get(rule)
        if (!body) throw new Error('a rule of a milestone was not checked')
        return { id: ruleId(rule.id), sortOrder: rule.sortOrder, ...body }
      }),
    }
  })
}

const asRule = (rule: MilestoneRule | undefined) => rule && { ...rule, featureName: '', objectVersion: 0 }
