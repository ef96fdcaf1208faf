import Type, { type Static } from 'typebox'
import { Constraint, CreateStrategyVariant, Parameters, type StrategyVariant } from './common.ts'
import { Guard } from './guards.ts'
import { closed, Nullable, named } from './schema.ts'

/** What has to happen before the next milestone starts: a time has passed, or the flag was on often enough. */
export const TransitionCondition = named(
  'transitionConditionSchema',
  Type.Object(
    {
      type: Type.Optional(Type.Enum(['time', 'exposure'])),
      intervalMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 525_600 })),
      minimumExposures: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 })),
      /** With a time: also before it has passed, if all guards of the plan say that the flag is safe. */
      orWhenSafe: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type TransitionCondition = Static<typeof TransitionCondition>

/** A rule of a milestone, as it is stored. It becomes a rule of the flag with the same id when the milestone starts. */
export type MilestoneRule = {
  id: string
  sortOrder: number
  name: string
  title: string | null
  disabled: boolean
  parameters: Record<string, string>
  constraints: Constraint[]
  segments: number[]
  variants: StrategyVariant[]
}

/** A milestone of a template, as it is stored. */
export type TemplateMilestone = {
  id: string
  name: string
  sortOrder: number
  /** When the milestone after it starts by itself; null if someone starts it. */
  transitionCondition: TransitionCondition | null
  strategies: MilestoneRule[]
}

export const ReleasePlanMilestoneStrategy = named(
  'releasePlanMilestoneStrategySchema',
  Type.Object(
    {
      id: Type.String(),
      milestoneId: Type.String(),
      sortOrder: Type.Number(),
      title: Type.Optional(Nullable(Type.String())),
      name: Type.String(),
      strategyName: Type.String(),
      parameters: Type.Optional(Parameters),
      constraints: Type.Optional(Type.Array(Constraint)),
      variants: Type.Optional(Type.Array(CreateStrategyVariant)),
      segments: Type.Optional(Type.Array(Type.Number())),
      disabled: Type.Optional(Nullable(Type.Boolean())),
    },
    closed,
  ),
)
export type ReleasePlanMilestoneStrategy = Static<typeof ReleasePlanMilestoneStrategy>

export const ReleasePlanMilestone = named(
  'releasePlanMilestoneSchema',
  Type.Object(
    {
      id: Type.String(),
      name: Type.String(),
      sortOrder: Type.Integer(),
      releasePlanDefinitionId: Type.String(),
      startedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      transitionCondition: Type.Optional(Nullable(TransitionCondition)),
      progressionExecutedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      pausedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      /** The milestone that starts when the condition is met. */
      targetMilestone: Type.Optional(Nullable(Type.String())),
      strategies: Type.Optional(Type.Array(ReleasePlanMilestoneStrategy)),
    },
    closed,
  ),
)
export type ReleasePlanMilestone = Static<typeof ReleasePlanMilestone>

export const SafeguardTriggerCondition = named(
  'safeguardTriggerConditionSchema',
  Type.Object({ operator: Type.Enum(['>', '<']), threshold: Type.Number() }, closed),
)
export type SafeguardTriggerCondition = Static<typeof SafeguardTriggerCondition>

export const ReleasePlanSafeguard = named(
  'releasePlanSafeguardSchema',
  Type.Object(
    {
      id: Type.String(),
      action: Type.Object({ type: Type.String(), id: Type.String() }, closed),
      triggerCondition: SafeguardTriggerCondition,
      impactMetric: Type.Object(
        {
          id: Type.String(),
          metricName: Type.String(),
          timeRange: Type.Enum(['hour', 'day', 'week', 'month']),
          aggregationMode: Type.Enum(['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50']),
          labelSelectors: Type.Record(Type.String(), Type.Array(Type.String())),
          source: Type.Optional(Type.Enum(['internal', 'external'])),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type ReleasePlanSafeguard = Static<typeof ReleasePlanSafeguard>

export const ReleasePlan = named(
  'releasePlanSchema',
  Type.Object(
    {
      id: Type.String(),
      discriminator: Type.Enum(['plan']),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      featureName: Type.String(),
      environment: Type.String(),
      createdByUserId: Type.Number(),
      createdAt: Type.String({ format: 'date-time' }),
      activeMilestoneId: Type.Optional(Nullable(Type.String())),
      milestones: Type.Array(ReleasePlanMilestone),
      releasePlanTemplateId: Type.String(),
      safeguards: Type.Optional(Type.Array(ReleasePlanSafeguard)),
      /** What stops the rollout if it does harm. */
      guards: Type.Optional(Type.Array(Guard)),
      /** When the next milestone starts; null while the plan is paused, the flag is off, or someone has to start it. */
      dueAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      pausedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      pauseReason: Type.Optional(Nullable(Type.String())),
    },
    closed,
  ),
)
export type ReleasePlan = Static<typeof ReleasePlan>

export const FeatureEnvironmentSafeguard = named(
  'featureEnvironmentSafeguardSchema',
  Type.Object(
    {
      id: Type.String(),
      action: Type.Object(
        {
          type: Type.String(),
          featureName: Type.String(),
          environment: Type.String(),
          project: Type.String(),
        },
        closed,
      ),
      triggerCondition: SafeguardTriggerCondition,
      impactMetric: Type.Object(
        {
          id: Type.String(),
          metricName: Type.String(),
          timeRange: Type.Enum(['hour', 'day', 'week', 'month']),
          aggregationMode: Type.Enum(['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50']),
          labelSelectors: Type.Record(Type.String(), Type.Array(Type.String())),
          source: Type.Optional(Type.Enum(['internal', 'external'])),
        },
        closed,
      ),
    },
    closed,
  ),
)
export type FeatureEnvironmentSafeguard = Static<typeof FeatureEnvironmentSafeguard>

export const ReleasePlans = named('releasePlansSchema', Type.Array(ReleasePlan))

export const AddReleasePlan = named(
  'releasePlanTemplateIdSchema',
  Type.Object({ templateId: Type.String({ minLength: 1, maxLength: 40 }) }, closed),
)

export const UpdateMilestoneStrategy = named(
  'updateMilestoneStrategySchema',
  Type.Object({
    title: Type.Optional(Nullable(Type.String())),
    disabled: Type.Optional(Nullable(Type.Boolean())),
    sortOrder: Type.Optional(Type.Number()),
    parameters: Type.Optional(Parameters),
    constraints: Type.Optional(Type.Array(Constraint)),
    segments: Type.Optional(Type.Array(Type.Number())),
    variants: Type.Optional(Type.Array(CreateStrategyVariant)),
  }),
)

export const ChangeMilestoneProgression = named(
  'changeMilestoneProgressionSchema',
  Type.Object({ targetMilestone: Type.String(), transitionCondition: TransitionCondition }),
)

export const MilestoneProgression = named(
  'milestoneProgressionSchema',
  Type.Object(
    {
      sourceMilestone: Type.String(),
      targetMilestone: Type.String(),
      transitionCondition: TransitionCondition,
    },
    closed,
  ),
)

export const PauseReleasePlan = named(
  'pauseReleasePlanSchema',
  Type.Object({ reason: Type.Optional(Type.String({ maxLength: 500 })) }, closed),
)

const SafeguardMetric = Type.Object(
  {
    metricName: Type.String({ minLength: 1, maxLength: 200 }),
    timeRange: Type.Enum(['hour', 'day', 'week', 'month']),
    aggregationMode: Type.Enum(['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50']),
    labelSelectors: Type.Record(
      Type.String({ maxLength: 200 }),
      Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 }),
    ),
    source: Type.Optional(Type.Enum(['internal', 'external'])),
  },
  closed,
)
export type SafeguardMetric = Static<typeof SafeguardMetric>

/** Replaces the safeguard of the same metric, if there is one. */
export const CreateSafeguard = named(
  'createSafeguardSchema',
  Type.Object({ impactMetric: SafeguardMetric, triggerCondition: SafeguardTriggerCondition }, closed),
)
export type CreateSafeguard = Static<typeof CreateSafeguard>

export const MOST_SAFEGUARDS = 5
