import Type, { type Static } from 'typebox'

// What is used of Flagsmith's environment document (`GET /api/v1/environment-document/`). Everything else is ignored.

const Text = Type.String({ maxLength: 20_000 })
const MaybeText = Type.Optional(Type.Union([Text, Type.Null()]))
const Value = Type.Optional(Type.Union([Text, Type.Number(), Type.Boolean(), Type.Null()]))

const FeatureState = Type.Object({
  feature: Type.Object({ id: Type.Number(), name: Text }),
  enabled: Type.Boolean(),
  feature_state_value: Value,
  feature_segment: Type.Optional(
    Type.Union([Type.Object({ priority: Type.Optional(Type.Number()) }), Type.Null()]),
  ),
  multivariate_feature_state_values: Type.Optional(
    Type.Array(
      Type.Object({
        percentage_allocation: Type.Number({ minimum: 0, maximum: 100 }),
        multivariate_feature_option: Type.Object({ value: Value }),
      }),
      { maxItems: 1_000 },
    ),
  ),
})
const Condition = Type.Object({ operator: Text, property_: MaybeText, property: MaybeText, value: MaybeText })
const Conditions = Type.Optional(Type.Array(Condition, { maxItems: 10_000 }))
const SubRule = Type.Object({ type: Text, conditions: Conditions })
const Rule = Type.Object({
  type: Text,
  conditions: Conditions,
  rules: Type.Optional(Type.Array(SubRule, { maxItems: 1_000 })),
})
const Segment = Type.Object({
  name: Text,
  rules: Type.Array(Rule, { maxItems: 1_000 }),
  feature_states: Type.Optional(Type.Array(FeatureState, { maxItems: 50_000 })),
})

export const FlagsmithExport = Type.Object({
  feature_states: Type.Array(FeatureState, { maxItems: 50_000 }),
  project: Type.Optional(Type.Object({ segments: Type.Optional(Type.Array(Segment, { maxItems: 10_000 })) })),
  identity_overrides: Type.Optional(
    Type.Array(
      Type.Object({ identifier: Text, identity_features: Type.Optional(Type.Array(FeatureState)) }),
      { maxItems: 100_000 },
    ),
  ),
})
export type FlagsmithExport = Static<typeof FlagsmithExport>
export type FsState = Static<typeof FeatureState>
export type FsSegment = Static<typeof Segment>
export type FsCondition = Static<typeof Condition>
