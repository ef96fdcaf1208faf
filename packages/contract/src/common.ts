import Type, { type Static } from 'typebox'

import { closed, Nullable, named } from './schema.ts'

export const Operator = Type.Enum([
  'NOT_IN',
  'IN',
  'STR_ENDS_WITH',
  'STR_STARTS_WITH',
  'STR_CONTAINS',
  'NUM_EQ',
  'NUM_GT',
  'NUM_GTE',
  'NUM_LT',
  'NUM_LTE',
  'DATE_AFTER',
  'DATE_BEFORE',
  'SEMVER_EQ',
  'SEMVER_GT',
  'SEMVER_LT',
  'SEMVER_GTE',
  'SEMVER_LTE',
  'REGEX',
  'IN_CIDR',
])

export const Constraint = named(
  'constraintSchema',
  Type.Object(
    {
      contextName: Type.String(),
      operator: Operator,
      caseInsensitive: Type.Optional(Type.Boolean({ default: false })),
      inverted: Type.Optional(Type.Boolean({ default: false })),
      values: Type.Optional(Type.Array(Type.String())),
      value: Type.Optional(Type.String({ minLength: 1 })),
    },
    closed,
  ),
)
export type Constraint = Static<typeof Constraint>

export const CreateStrategyVariant = named(
  'createStrategyVariantSchema',
  Type.Object({
    name: Type.String(),
    weight: Type.Integer({ minimum: 0, maximum: 1000 }),
    weightType: Type.Enum(['variable', 'fix']),
    stickiness: Type.String(),
    payload: Type.Optional(
      Type.Object({ type: Type.Enum(['json', 'csv', 'string', 'number']), value: Type.String() }),
    ),
  }),
)
export type CreateStrategyVariant = Static<typeof CreateStrategyVariant>

export const Name = named('nameSchema', Type.Object({ name: Type.String() }, closed))
export type Name = Static<typeof Name>

export const Override = named(
  'overrideSchema',
  Type.Object({ contextName: Type.String(), values: Type.Array(Type.String()) }, closed),
)
export type Override = Static<typeof Override>

export const Parameters = named('parametersSchema', Type.Record(Type.String(), Type.String()))
export type Parameters = Static<typeof Parameters>

export const StrategyVariant = named(
  'strategyVariantSchema',
  Type.Object(
    {
      name: Type.String(),
      weight: Type.Integer({ minimum: 0, maximum: 1000 }),
      weightType: Type.Enum(['variable', 'fix']),
      stickiness: Type.String(),
      payload: Type.Optional(
        Type.Object({ type: Type.Enum(['json', 'csv', 'string', 'number']), value: Type.String() }),
      ),
    },
    closed,
  ),
)
export type StrategyVariant = Static<typeof StrategyVariant>

export const Variant = named(
  'variantSchema',
  Type.Object(
    {
      name: Type.String(),
      weight: Type.Number({ minimum: 0, maximum: 1000 }),
      weightType: Type.Optional(Type.Enum(['variable', 'fix'])),
      stickiness: Type.Optional(Type.String()),
      payload: Type.Optional(
        Type.Object({ type: Type.Enum(['json', 'csv', 'string', 'number']), value: Type.String() }, closed),
      ),
      overrides: Type.Optional(Type.Array(Override)),
    },
    closed,
  ),
)
export type Variant = Static<typeof Variant>

export const Tag = named(
  'tagSchema',
  Type.Object(
    {
      value: Type.String({ minLength: 2, maxLength: 50 }),
      type: Type.String({ minLength: 2, maxLength: 50 }),
      color: Type.Optional(Nullable(Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }))),
    },
    closed,
  ),
)
export type Tag = Static<typeof Tag>

export const Variants = named('variantsSchema', Type.Array(Variant))
export type Variants = Static<typeof Variants>

export const FlagOwner = named(
  'flagOwnerSchema',
  Type.Object(
    { type: Type.Enum(['user', 'group']), id: Type.Integer(), name: Type.String() },
    { ...closed, description: 'The account or group that is responsible for a flag.' },
  ),
)
export type FlagOwner = Static<typeof FlagOwner>
