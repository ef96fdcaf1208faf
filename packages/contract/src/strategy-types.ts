import Type, { type Static } from 'typebox'
import { ContextFieldStrategies } from './context.ts'
import { closed, Nullable, named } from './schema.ts'

export const Strategy = named(
  'strategySchema',
  Type.Object(
    {
      objectVersion: Type.Optional(Type.Integer()),
      title: Type.Optional(Nullable(Type.String())),
      name: Type.String(),
      displayName: Nullable(Type.String()),
      description: Nullable(Type.String()),
      editable: Type.Boolean(),
      deprecated: Type.Boolean(),
      parameters: Type.Array(
        Type.Object(
          {
            name: Type.Optional(Type.String()),
            type: Type.Optional(Type.String()),
            description: Type.Optional(Type.String()),
            required: Type.Optional(Type.Boolean()),
          },
          closed,
        ),
      ),
      usedInFeatures: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
      usedInProjects: Type.Optional(Nullable(Type.Integer({ minimum: 0 }))),
    },
    closed,
  ),
)
export type Strategy = Static<typeof Strategy>

export const Strategies = named(
  'strategiesSchema',
  Type.Object({ version: Type.Enum([1]), strategies: Type.Array(Strategy) }, closed),
)
export type Strategies = Static<typeof Strategies>

export const CreateStrategy = named(
  'createStrategySchema',
  Type.Object({
    name: Type.String(),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    editable: Type.Optional(Type.Boolean()),
    deprecated: Type.Optional(Type.Boolean()),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(['string', 'percentage', 'list', 'number', 'boolean']),
        description: Type.Optional(Type.String()),
        required: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
)
export type CreateStrategy = Static<typeof CreateStrategy>

export const UpdateStrategy = named(
  'updateStrategySchema',
  Type.Object({
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    parameters: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.Enum(['string', 'percentage', 'list', 'number', 'boolean']),
        description: Type.Optional(Type.String()),
        required: Type.Optional(Type.Boolean()),
      }),
    ),
  }),
)
export type UpdateStrategy = Static<typeof UpdateStrategy>

/** The rules with a strategy type, and the applications that support it. */
export const StrategyUses = Type.Interface([ContextFieldStrategies], {
  applications: Type.Array(Type.String()),
})
export type StrategyUses = Static<typeof StrategyUses>

export const StrategyTypeParams = Type.Object({ name: Type.String() })
export const StrategyNameParams = Type.Object({ strategyName: Type.String() })
