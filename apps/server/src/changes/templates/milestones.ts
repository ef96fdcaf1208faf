import type { TemplateMilestone } from '@flagstaff/contract/release-plans'
import {
  CreateMilestoneStrategy,
  CreateTemplateMilestone,
  UpdateMilestoneStrategy,
  UpdateTemplateMilestone,
} from '@flagstaff/contract/release-templates'
import Type, { type Static, type TSchema } from 'typebox'
import { notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { current, inputOf, lockExisting, shared, store } from './commands.ts'
import { replaceById, withoutId } from './rules.ts'
import type { Template } from './wire.ts'

const InTemplate = Type.Object({ id: Type.String() })
const InMilestone = Type.Interface([InTemplate], { milestone: Type.String() })
const InRule = Type.Interface([InMilestone], { rule: Type.String() })

/** A change of the milestones of a template of all projects. The result names what a response shows. */
type Edit = { milestones: CreateTemplateMilestone[]; milestone: string; rule?: string }

const edit = <const S extends TSchema & { static?: unknown }>(
  name: string,
  input: S,
  change: (template: Template, input: Static<S>) => Edit,
) =>
  command({
    name: `release-template.${name}`,
    input,
    permission: 'RELEASE_PLAN_TEMPLATE_UPDATE',
    scope: () => ({ project: null }),
    load: (tx, input: Static<S>) => lockExisting(tx, { project: null, id: (input as { id: string }).id }),
    current,
    async run(tx, input: Static<S>, before: Template) {
      const { milestones, milestone, rule } = change(before, input)
      const { name, description } = before
      const template = await store(tx, before, { name, description, milestones })
      return { template, milestone, rule }
    },
    inverse: (_input: Static<S>, _result, before: Template): Order => shared.update.with(inputOf(before)),
  })

export const addMilestone = edit(
  'add-milestone',
  Type.Interface([InTemplate], { content: CreateTemplateMilestone }),
  ({ milestones }, { content }) => {
    const milestone = ulid()
    return { milestones: [...milestones, { ...content, id: milestone }], milestone }
  },
)

export const updateMilestone = edit(
  'update-milestone',
  Type.Interface([InMilestone], { content: UpdateTemplateMilestone }),
  (template, { milestone, content: { releasePlanDefinitionId: _, strategies, ...content } }) => {
    const before = requireMilestone(template, milestone)
    const rules = strategies?.map(({ milestoneId: _, ...rule }) => rule) ?? before.strategies
    const after = { ...before, ...content, strategies: rules }
    return {
      milestones: replaceById<CreateTemplateMilestone>(template.milestones, milestone, after),
      milestone,
    }
  },
)

export const removeMilestone = edit('remove-milestone', InMilestone, (template, { milestone }) => {
  requireMilestone(template, milestone)
  return { milestones: withoutId(template.milestones, milestone), milestone }
})

export const addRule = edit(
  'add-rule',
  Type.Interface([InMilestone], { content: CreateMilestoneStrategy }),
  (template, { milestone, content }) => {
    const rule = ulid()
    const before = requireMilestone(template, milestone)
    return inMilestone(template, before, [...before.strategies, { ...content, id: rule }], rule)
  },
)

export const updateRule = edit(
  'update-rule',
  Type.Interface([InRule], { content: UpdateMilestoneStrategy }),
  (template, { milestone, rule, content: { milestoneId: _, strategyName, name, ...content } }) => {
    const before = requireMilestone(template, milestone)
    const after = { ...requireRule(before, rule), ...content, name: name ?? strategyName, id: rule }
    return inMilestone(
      template,
      before,
      replaceById<CreateMilestoneStrategy>(before.strategies, rule, after),
      rule,
    )
  },
)

export const removeRule = edit('remove-rule', InRule, (template, { milestone, rule }) => {
  const before = requireMilestone(template, milestone)
  requireRule(before, rule)
  return inMilestone(template, before, withoutId(before.strategies, rule), rule)
})

const inMilestone = (
  { milestones }: Template,
  before: TemplateMilestone,
  strategies: CreateMilestoneStrategy[],
  rule: string,
): Edit => ({
  milestones: replaceById<CreateTemplateMilestone>(milestones, before.id, { ...before, strategies }),
  milestone: before.id,
  rule,
})

function requireMilestone({ milestones }: Template, id: string): TemplateMilestone {
  const found = milestones.find((milestone) => milestone.id === id)
  if (!found) throw notFound('milestone', id)
  return found
}

function requireRule({ strategies }: TemplateMilestone, id: string) {
  const found = strategies.find((rule) => rule.id === id)
  if (!found) throw notFound('rule', id)
  return found
}
