import Type, { type Static } from 'typebox'
import { Variant } from './common.ts'
import { FeatureStrategy } from './flags.ts'
import { closed, Nullable, named } from './schema.ts'

export const CompareParams = Type.Object({ projectId: Type.String() })
export const CompareQuery = Type.Object({
  from: Type.String(),
  to: Type.String(),
  /** Compare only this flag. */
  feature: Type.Optional(Type.String()),
})

const Both = <T extends Parameters<typeof Type.Array>[0]>(schema: T) =>
  Type.Object({ from: schema, to: schema, same: Type.Boolean() }, closed)

const RuleOrNothing = Type.Union([FeatureStrategy, Type.Null()])

export const ComparedFlag = named(
  'comparedFlagSchema',
  Type.Object(
    {
      name: Type.String(),
      type: Type.String(),
      same: Type.Boolean(),
      enabled: Both(Type.Boolean()),
      variants: Both(Type.Array(Variant)),
      /** The matching rules; null if only one side has the rule. */
      rules: Type.Array(
        Type.Object({ from: RuleOrNothing, to: RuleOrNothing, same: Type.Boolean() }, closed),
      ),
      /** The order of the rules that both sides have. */
      order: Both(Type.Array(Type.String())),
    },
    closed,
  ),
)
export type ComparedFlag = Static<typeof ComparedFlag>

export const Comparison = named(
  'comparisonSchema',
  Type.Object(
    {
      project: Type.String(),
      from: Type.String(),
      to: Type.String(),
      features: Type.Array(ComparedFlag),
      /** Names of the segments that the rules use. */
      segments: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }, closed)),
      /** The revision that was compared; send it with a promotion. */
      basis: Type.Integer(),
    },
    closed,
  ),
)
export type Comparison = Static<typeof Comparison>

export const MOST_PROMOTED = 500

/** The parts of a flag to copy. A pair of rules without `to` is added, without `from` removed. */
export const PromotedFlag = named(
  'promotedFlagSchema',
  Type.Object({
    feature: Type.String(),
    enabled: Type.Optional(Type.Boolean()),
    variants: Type.Optional(Type.Boolean()),
    order: Type.Optional(Type.Boolean()),
    rules: Type.Optional(
      Type.Array(
        Type.Object({
          from: Type.Optional(Nullable(Type.String())),
          to: Type.Optional(Nullable(Type.String())),
        }),
      ),
    ),
  }),
)
export type PromotedFlag = Static<typeof PromotedFlag>

export const Promotion = named(
  'promotionSchema',
  Type.Object({
    from: Type.String(),
    to: Type.String(),
    features: Type.Array(PromotedFlag, { minItems: 1, maxItems: MOST_PROMOTED }),
    /** The `basis` of the comparison. If something was changed after it, the promotion fails with 409. */
    basis: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
)
export type Promotion = Static<typeof Promotion>
