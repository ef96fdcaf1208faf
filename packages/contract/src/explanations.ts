import Type, { type Static } from 'typebox'
import { Operator } from './common.ts'
import { closed, named } from './schema.ts'

// The explanation of an evaluation, step by step.

export const constraintFields = {
  contextName: Type.String(),
  operator: Operator,
  caseInsensitive: Type.Optional(Type.Boolean()),
  inverted: Type.Optional(Type.Boolean()),
  values: Type.Optional(Type.Array(Type.String())),
  value: Type.Optional(Type.String()),
  result: Type.Boolean(),
}

/** On, off, or unknown because only the application has the custom strategy. */
export const Tristate = Type.Unsafe<boolean | 'unknown'>({
  anyOf: [{ type: 'boolean' }, { type: 'string', enum: ['unknown'] }],
})

/** A short reason for the result, for a row of a list. */
export const PlaygroundReason = named(
  'playgroundReasonSchema',
  Type.Object(
    {
      code: Type.Enum(['dependency', 'environment', 'rule', 'noRules', 'noMatch', 'unknown']),
      /** How many rules were evaluated. */
      rules: Type.Integer(),
      /** Position of the rule in question, starting at 1. */
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

/** The remaining part of a rule: its rollout, its list, or nothing. */
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

/** Every step of an evaluation, in order. */
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
      /** Id of the rule that turned the flag on. */
      decidedBy: Type.Optional(Type.String()),
      draws: Type.Array(ExplainedDraw),
    },
    closed,
  ),
)
export type PlaygroundExplanation = Static<typeof PlaygroundExplanation>
