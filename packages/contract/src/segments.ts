import Type, { type Static } from 'typebox'
import { Constraint } from './common.ts'
import { closed, Nullable, named } from './schema.ts'

export const AdminSegment = named(
  'adminSegmentSchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      id: Type.Integer({ minimum: 0 }),
      name: Type.String(),
      description: Type.Optional(Nullable(Type.String())),
      constraints: Type.Array(Constraint),
      usedInFeatures: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      usedInProjects: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      project: Type.Optional(Nullable(Type.String())),
      createdBy: Type.Optional(Nullable(Type.String())),
      createdByName: Type.Optional(
        Type.String({ description: 'The display name of the account; `createdBy` if it has none.' }),
      ),
      createdAt: Type.String({ format: 'date-time' }),
    },
    closed,
  ),
)
export type AdminSegment = Static<typeof AdminSegment>

export const Segments = named(
  'segmentsSchema',
  Type.Object({ segments: Type.Optional(Type.Array(AdminSegment)) }),
)
export type Segments = Static<typeof Segments>

export const UpsertSegment = named(
  'upsertSegmentSchema',
  Type.Object({
    name: Type.String({ maxLength: 1_000 }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 10_000 }))),
    project: Type.Optional(Nullable(Type.String())),
    constraints: Type.Array(Constraint),
  }),
)
export type UpsertSegment = Static<typeof UpsertSegment>

export const SegmentStrategies = named(
  'segmentStrategiesSchema',
  Type.Object(
    {
      strategies: Type.Array(
        Type.Object({
          id: Type.String(),
          featureName: Type.String(),
          projectId: Type.String(),
          environment: Type.String(),
          strategyName: Type.String(),
        }),
      ),
      changeRequestStrategies: Type.Optional(
        Type.Array(
          Type.Object({
            id: Type.Optional(Type.String()),
            featureName: Type.String(),
            projectId: Type.String(),
            environment: Type.String(),
            strategyName: Type.String(),
          }),
        ),
      ),
    },
    closed,
  ),
)
export type SegmentStrategies = Static<typeof SegmentStrategies>

export const UpdateFeatureStrategySegments = named(
  'updateFeatureStrategySegmentsSchema',
  Type.Object({
    projectId: Type.String(),
    strategyId: Type.String(),
    environmentId: Type.String(),
    segmentIds: Type.Array(Type.Integer({ minimum: 0 })),
  }),
)
export type UpdateFeatureStrategySegments = Static<typeof UpdateFeatureStrategySegments>

export const SegmentParams = Type.Object({ id: Type.Integer() })
export const StrategyParams = Type.Object({ strategyId: Type.String() })
