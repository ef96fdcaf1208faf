import Type, { type Static } from 'typebox'
import { Constraint, CreateStrategyVariant, Parameters } from './common.ts'
import { ProjectParams } from './projects.ts'
import { ReleasePlanMilestone, TransitionCondition } from './release-plans.ts'
import { closed, Nullable, named } from './schema.ts'

export const MOST_MILESTONES = 20
export const MOST_MILESTONE_RULES = 30

const TemplateName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Description = Type.Optional(Nullable(Type.String({ maxLength: 1000 })))
const Id = Type.String({ minLength: 1, maxLength: 40 })
const MilestoneOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })
const RuleOrder = Type.Number({ minimum: -1_000_000, maximum: 1_000_000 })

const ruleContent = {
  title: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  parameters: Type.Optional(Parameters),
  constraints: Type.Optional(Type.Array(Constraint)),
  variants: Type.Optional(Type.Array(CreateStrategyVariant)),
  segments: Type.Optional(Type.Array(Type.Number())),
  disabled: Type.Optional(Nullable(Type.Boolean())),
}

export const CreateMilestoneStrategy = named(
  'createReleasePlanMilestoneStrategySchema',
  Type.Object(
    {
      id: Type.Optional(Id),
      sortOrder: RuleOrder,
      name: Type.Optional(Type.String({ description: 'The type of the rule, such as `flexibleRollout`.' })),
      strategyName: Type.Optional(Type.String({ deprecated: true, description: 'Use `name`.' })),
      ...ruleContent,
    },
    closed,
  ),
)
export type CreateMilestoneStrategy = Static<typeof CreateMilestoneStrategy>

const Transition = Type.Optional(
  Nullable(
    Type.Object(TransitionCondition.properties, {
      ...closed,
      description:
        'When the next milestone starts: `{"intervalMinutes": 1440}`, or `{"type": "exposure", "minimumExposures": 10000}`. Without it, someone starts the next milestone.',
    }),
  ),
)

export const CreateTemplateMilestone = named(
  'createReleasePlanMilestoneSchema',
  Type.Object(
    {
      id: Type.Optional(Id),
      name: TemplateName,
      sortOrder: MilestoneOrder,
      transitionCondition: Transition,
      strategies: Type.Optional(Type.Array(CreateMilestoneStrategy, { maxItems: MOST_MILESTONE_RULES })),
    },
    closed,
  ),
)
export type CreateTemplateMilestone = Static<typeof CreateTemplateMilestone>

const Milestones = Type.Array(CreateTemplateMilestone, { maxItems: MOST_MILESTONES })

export const CreateReleaseTemplate = named(
  'createReleasePlanTemplateSchema',
  Type.Object(
    { name: TemplateName, description: Description, milestones: Type.Optional(Milestones) },
    closed,
  ),
)
export type CreateReleaseTemplate = Static<typeof CreateReleaseTemplate>

export const UpdateReleaseTemplate = named(
  'updateReleasePlanTemplateSchema',
  Type.Object(
    {
      id: Id,
      name: TemplateName,
      description: Description,
      milestones: Type.Optional(Nullable(Milestones)),
    },
    closed,
  ),
)
export type UpdateReleaseTemplate = Static<typeof UpdateReleaseTemplate>

export const UpdateMilestoneStrategy = named(
  'updateReleasePlanMilestoneStrategySchema',
  Type.Object(
    {
      id: Type.Optional(Id),
      milestoneId: Id,
      sortOrder: RuleOrder,
      strategyName: Type.String(),
      name: Type.Optional(Type.String()),
      ...ruleContent,
    },
    closed,
  ),
)
export type UpdateMilestoneStrategy = Static<typeof UpdateMilestoneStrategy>

export const UpdateTemplateMilestone = named(
  'updateReleasePlanMilestoneSchema',
  Type.Object(
    {
      name: TemplateName,
      releasePlanDefinitionId: Id,
      sortOrder: MilestoneOrder,
      transitionCondition: Transition,
      strategies: Type.Optional(Type.Array(UpdateMilestoneStrategy, { maxItems: MOST_MILESTONE_RULES })),
    },
    closed,
  ),
)
export type UpdateTemplateMilestone = Static<typeof UpdateTemplateMilestone>

export const ReleaseTemplate = named(
  'releasePlanTemplateSchema',
  Type.Object(
    {
      id: Type.String(),
      discriminator: Type.Enum(['template']),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      project: Type.Optional(Nullable(Type.String())),
      createdByUserId: Type.Number(),
      createdAt: Type.String({ format: 'date-time' }),
      milestones: Type.Optional(Type.Array(ReleasePlanMilestone)),
      archivedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      usedInFeatures: Type.Optional(
        Type.Integer({ minimum: 0, description: 'How many flags have a plan from this template.' }),
      ),
      objectVersion: Type.Optional(Type.Integer()),
    },
    closed,
  ),
)
export type ReleaseTemplate = Static<typeof ReleaseTemplate>

export const ReleaseTemplates = named('releasePlanTemplatesSchema', Type.Array(ReleaseTemplate))

const Archived = Type.Optional(Type.Boolean({ description: 'Returns only archived templates.' }))

export const TemplatesQuery = Type.Object({ archived: Archived })
export const ProjectTemplatesQuery = Type.Object({
  archived: Archived,
  include: Type.Optional(Type.Enum(['root'], { description: '`root` adds the templates of all projects.' })),
})

export const TemplateParams = Type.Object({ templateId: Type.String() })
export const ProjectTemplateParams = Type.Interface([ProjectParams], { templateId: Type.String() })
export const TemplateMilestoneParams = Type.Interface([TemplateParams], { milestoneId: Type.String() })
export const TemplateStrategyParams = Type.Interface([TemplateMilestoneParams], {
  strategyId: Type.String(),
})
