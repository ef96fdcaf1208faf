import Type, { type Static } from 'typebox'
import { Constraint, CreateStrategyVariant, Parameters } from './common.ts'
import { closed, Nullable, named } from './schema.ts'

// Part of the wire format of a flag; release plans are not implemented yet.

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
      transitionCondition: Type.Optional(Nullable(Type.Record(Type.String(), Type.Unknown()))),
      progressionExecutedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
      pausedAt: Type.Optional(Nullable(Type.String({ format: 'date-time' }))),
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
