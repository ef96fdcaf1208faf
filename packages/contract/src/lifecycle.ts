import Type, { type Static } from 'typebox'
import { closed, named } from './schema.ts'

/** In the usual order; every stage can be skipped. */
export const stages = ['initial', 'pre-live', 'live', 'completed', 'archived'] as const
export type Stage = (typeof stages)[number]

export const FeatureLifecycle = named(
  'featureLifecycleSchema',
  Type.Array(
    Type.Object(
      {
        stage: Type.Enum([...stages]),
        status: Type.Optional(Type.String()),
        /** The variant that was kept. */
        statusValue: Type.Optional(Type.String()),
        enteredStageAt: Type.String({ format: 'date-time' }),
      },
      closed,
    ),
  ),
)
export type FeatureLifecycle = Static<typeof FeatureLifecycle>

export const FeatureLifecycleCompleted = named(
  'featureLifecycleCompletedSchema',
  Type.Object(
    {
      status: Type.Enum(['kept', 'discarded']),
      statusValue: Type.Optional(Type.String({ maxLength: 100 })),
    },
    closed,
  ),
)
export type FeatureLifecycleCompleted = Static<typeof FeatureLifecycleCompleted>

/** Limits the counts to one project. */
export const LifecycleCountQuery = Type.Object({ project: Type.Optional(Type.String()) })

export const FeatureLifecycleCount = named(
  'featureLifecycleCountSchema',
  Type.Object(
    {
      initial: Type.Number(),
      preLive: Type.Number(),
      live: Type.Number(),
      completed: Type.Number(),
      archived: Type.Number(),
    },
    closed,
  ),
)
export type FeatureLifecycleCount = Static<typeof FeatureLifecycleCount>
