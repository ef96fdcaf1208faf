import Type, { type Static } from 'typebox'
import { Operator } from './common.ts'
import { closed, named } from './schema.ts'

// Why an answer came out as it did, step by step.

export const constraintFields = {
  contextName: Type.String(),
  operator: Operator,
  caseInsensitive: Type.Optional(Type.Boolean()),
  inverted: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String())),
  value: Type.Optional(Type.String()),
  result: Type.Boolean(),
}

/** On, off, or for the application to say, which alone knows the strategy. */
export const Tristate = Type.Unsafe<boolean | 'unknown'>({
  anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }],
})

/** In short why a flag came out as it did, for the line of a list. */
export const PlaygroundReason = named(
  'playgroundReasonSchema',
  Type.Object(
    {
      code: Type.Enum(['dependency', 'environment', 'rule', 'noRules', 'noMatch', 'unknown']),
      /** How many rules were looked at. */
      rules: Type.Integer(),
      /** Position of the rule it is about, from 1. */
      rule: Type.Optional(Type.Integer()),
      title: Type.Optional(Type.String()),
      parent: Type.Optional(Type.String()),
      segment: Type.Optional(Type.String()),
      field: Type.Optional(Type.String()),
      actual: Type.Optional(Type.String()),
      bucket: Type.Optional(Type.Number()),
      threshold: Type.Optional(Type.Number()),
    },
    closed,
  ),
)
export type PlaygroundReason = Static<typeof PlaygroundReason>

const ExplainedConstraint = Type.Object({ ...constraintFields, actual: Type.Optional(Type.String()) }, closed)
export type ExplainedConstraint = Static<typeof ExplainedConstraint>

const ExplainedSegment = Type.Object(
  {
    id: Type.Integer(),
    name: Type.Optional(Type.String()),
    known: Type.Boolean(),
    result: Type.Boolean(),
    constraints: Type.Array(ExplainedConstraint),
  },
  closed,
)

/** The rest of a rule: its share, its list, or nothing. */
const ExplainedShare = Type.Object(
  {
    kind: Type.Enum(['always', 'unknown', 'rollout', 'random', 'list']),
    result: Type.Boolean(),
    stickiness: Type.Optional(Type.String()),
    group: Type.Optional(Type.String()),
    id: Type.Optional(Type.String()),
    bucket: Type.Optional(Type.Number()),
    threshold: Type.Optional(Type.Number()),
    field: Type.Optional(Type.String()),
    actual: Type.Optional(Type.String()),
    values: Type.Optional(Type.Array(Type.String())),
  },
  closed,
)
export type ExplainedShare = Static<typeof ExplainedShare>

const ExplainedRule = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    title: Type.Optional(Type.String()),
    disabled: Type.Boolean(),
    result: Tristate,
    segments: Type.Array(ExplainedSegment),
    constraints: Type.Array(ExplainedConstraint),
    share: Type.Optional(ExplainedShare),
  },
  closed,
)
export type ExplainedRule = Static<typeof ExplainedRule>

const ExplainedDraw = Type.Object(
  {
    from: Type.Enum(['strategy', 'flag']),
    group: Type.String(),
    stickiness: Type.String(),
    total: Type.Number(),
    override: Type.Optional(Type.Object({ field: Type.String(), actual: Type.String() }, closed)),
    id: Type.Optional(Type.String()),
    target: Type.Optional(Type.Number()),
    chosen: Type.Optional(Type.String()),
  },
  closed,
)
export type ExplainedDraw = Static<typeof ExplainedDraw>

/** Every step on the way to an answer, in the order they are taken. */
export const PlaygroundExplanation = named(
  'playgroundExplanationSchema',
  Type.Object(
    {
      dependencies: Type.Array(
        Type.Object(
          {
            feature: Type.String(),
            expected: Type.Object({ enabled: Type.Boolean(), variants: Type.Array(Type.String()) }, closed),
            actual: Type.Optional(Type.Object({ enabled: Type.Boolean(), variant: Type.String() }, closed)),
            result: Type.Boolean(),
          },
          closed,
        ),
      ),
      environmentEnabled: Type.Boolean(),
      rules: Type.Array(ExplainedRule),
      /** Id of the rule that switched the flag on. */
      decidedBy: Type.Optional(Type.String()),
      draws: Type.Array(ExplainedDraw),
    },
    closed,
  ),
)
export type PlaygroundExplanation = Static<typeof PlaygroundExplanation>
