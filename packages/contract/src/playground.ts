import Type, { type Static } from 'typebox'
import { Parameters, Variant } from './common.ts'
import { eventTypes } from './event-types.ts'
import { constraintFields, PlaygroundExplanation, PlaygroundReason, Tristate } from './explanations.ts'
import { closed, Nullable, named } from './schema.ts'

/** How many answers one question may have: environments × flags × combinations of context values. */
export const MOST_PLAYGROUND_ANSWERS = 15_000
/** The same where every step is told, which is a page each. */
export const MOST_PLAYGROUND_TREES = 1_000
/** How many contexts the lists of values in one context may make. */
export const MOST_PLAYGROUND_CONTEXTS = 1_000
const MOST_FLAGS = 1_000

const contextFields = {
  appName: Type.String({ minLength: 1 }),
  currentTime: Type.Optional(Type.String({ format: 'date-time' })),
  environment: Type.Optional(Type.String({ deprecated: true })),
  remoteAddress: Type.Optional(Type.String()),
  sessionId: Type.Optional(Type.String()),
  userId: Type.Optional(Type.String()),
}

export const SdkContext = named(
  'sdkContextSchema',
  Type.Object(
    {
      ...contextFields,
      properties: Type.Optional(Type.Record(Type.String(), Type.String())),
    },
    { additionalProperties: true },
  ),
)
export type SdkContext = Static<typeof SdkContext>

export const SdkFlatContext = named(
  'sdkFlatContextSchema',
  Type.Object(contextFields, { additionalProperties: true }),
)
export type SdkFlatContext = Static<typeof SdkFlatContext>

// A union of schemas would turn one form into the other where values are coerced.
const ProjectChoice = Type.Unsafe<string[] | '*'>({
  oneOf: [
    { type: 'array', items: { type: 'string' } },
    { type: 'string', enum: ['*'] },
  ],
})

/** What this product takes on top of the wire: which flags, as of when, and how much of the reasons. */
const extension = {
  features: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: MOST_FLAGS })),
  atRevision: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  /** False for the answers of a past moment alone, without what became of them. */
  compare: Type.Optional(Type.Boolean()),
  explain: Type.Optional(Type.Enum(['reason', 'tree'])),
}

export const PlaygroundRequest = named(
  'playgroundRequestSchema',
  Type.Object({
    environment: Type.String(),
    projects: Type.Optional(ProjectChoice),
    context: SdkContext,
    ...extension,
  }),
)
export type PlaygroundRequest = Static<typeof PlaygroundRequest>

export const AdvancedPlaygroundRequest = named(
  'advancedPlaygroundRequestSchema',
  Type.Object({
    environments: Type.Array(Type.String({ minLength: 1, pattern: '^[a-zA-Z0-9~_.-]+$' }), { minItems: 1 }),
    projects: Type.Optional(ProjectChoice),
    context: SdkContext,
    ...extension,
  }),
)
export type AdvancedPlaygroundRequest = Static<typeof AdvancedPlaygroundRequest>

export const PlaygroundConstraint = named('playgroundConstraintSchema', Type.Object(constraintFields, closed))
export type PlaygroundConstraint = Static<typeof PlaygroundConstraint>

export const PlaygroundSegment = named(
  'playgroundSegmentSchema',
  Type.Object(
    {
      id: Type.Integer(),
      name: Type.String(),
      result: Type.Boolean(),
      constraints: Type.Array(PlaygroundConstraint),
    },
    closed,
  ),
)
export type PlaygroundSegment = Static<typeof PlaygroundSegment>

const Payload = Type.Object({ type: Type.String(), value: Type.String() }, closed)

/** As SDKs see it; the second spelling of the flag's state is part of the basic answer only. */
export const PlaygroundVariant = Type.Object(
  {
    name: Type.String(),
    enabled: Type.Boolean(),
    payload: Type.Optional(Payload),
    feature_enabled: Type.Optional(Type.Boolean()),
    featureEnabled: Type.Optional(Type.Boolean({ deprecated: true })),
  },
  closed,
)
export type PlaygroundVariant = Static<typeof PlaygroundVariant>

export const PlaygroundStrategy = named(
  'playgroundStrategySchema',
  Type.Object(
    {
      name: Type.String(),
      title: Type.Optional(Type.String()),
      id: Type.String(),
      result: Type.Object(
        {
          evaluationStatus: Type.Enum(['complete', 'incomplete', 'unevaluated']),
          enabled: Tristate,
          variant: Type.Optional(Nullable(PlaygroundVariant)),
          variants: Type.Optional(Type.Array(Variant)),
        },
        closed,
      ),
      disabled: Nullable(Type.Boolean()),
      segments: Type.Array(PlaygroundSegment),
      constraints: Type.Array(PlaygroundConstraint),
      parameters: Parameters,
      links: Type.Object({ edit: Type.String() }),
    },
    closed,
  ),
)
export type PlaygroundStrategy = Static<typeof PlaygroundStrategy>

const answerFields = {
  name: Type.String(),
  projectId: Type.String(),
  hasUnsatisfiedDependency: Type.Optional(Type.Boolean()),
  strategies: Type.Object({ result: Tristate, data: Type.Array(PlaygroundStrategy) }, closed),
  isEnabledInCurrentEnvironment: Type.Boolean(),
  isEnabled: Type.Boolean(),
  variant: Nullable(PlaygroundVariant),
  variants: Type.Array(Variant),
  reason: Type.Optional(PlaygroundReason),
  explanation: Type.Optional(PlaygroundExplanation),
}

export const PlaygroundFeature = named('playgroundFeatureSchema', Type.Object(answerFields, closed))
export type PlaygroundFeature = Static<typeof PlaygroundFeature>

export const AdvancedPlaygroundEnvironmentFeature = named(
  'advancedPlaygroundEnvironmentFeatureSchema',
  Type.Object({ ...answerFields, environment: Type.String(), context: SdkFlatContext }, closed),
)
export type AdvancedPlaygroundEnvironmentFeature = Static<typeof AdvancedPlaygroundEnvironmentFeature>

export const AdvancedPlaygroundFeature = named(
  'advancedPlaygroundFeatureSchema',
  Type.Object(
    {
      name: Type.String(),
      projectId: Type.String(),
      environments: Type.Record(Type.String(), Type.Array(AdvancedPlaygroundEnvironmentFeature)),
    },
    closed,
  ),
)
export type AdvancedPlaygroundFeature = Static<typeof AdvancedPlaygroundFeature>

/** The moment a question was answered for. */
export const PlaygroundMoment = named(
  'playgroundMomentSchema',
  Type.Object(
    {
      revision: Type.Integer(),
      /** The clock that constraints on time were compared with. */
      at: Type.String({ format: 'date-time' }),
      latestRevision: Type.Integer(),
    },
    closed,
  ),
)
export type PlaygroundMoment = Static<typeof PlaygroundMoment>

const Outcome = Type.Object(
  { isEnabled: Type.Boolean(), variant: Type.Optional(Type.String()), payload: Type.Optional(Payload) },
  closed,
)
export type PlaygroundOutcome = Static<typeof Outcome>

const Cause = Type.Object(
  {
    revision: Type.Integer(),
    createdAt: Type.String({ format: 'date-time' }),
    /** What the answer was from then on; null when the flag was gone. */
    outcome: Nullable(Outcome),
    /** What the log holds of it, as far as the caller may read it. */
    events: Type.Array(
      Type.Object(
        {
          id: Type.Integer(),
          type: Type.Enum([...eventTypes]),
          createdBy: Type.String(),
          project: Nullable(Type.String()),
          environment: Nullable(Type.String()),
          featureName: Nullable(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type PlaygroundCause = Static<typeof Cause>

/** An answer that is not the same any more, and the changes at which it turned. */
export const PlaygroundChange = named(
  'playgroundChangeSchema',
  Type.Object(
    {
      name: Type.String(),
      projectId: Type.String(),
      environment: Type.String(),
      context: SdkFlatContext,
      before: Nullable(Outcome),
      now: Nullable(Outcome),
      /** Left out where there was too much history to look through. Empty: it is the time alone. */
      causes: Type.Optional(Type.Array(Cause)),
    },
    closed,
  ),
)
export type PlaygroundChange = Static<typeof PlaygroundChange>

const common = {
  warnings: Type.Optional(
    Type.Object({ invalidContextProperties: Type.Optional(Type.Array(Type.String())) }),
  ),
  asOf: Type.Optional(PlaygroundMoment),
  changes: Type.Optional(Type.Array(PlaygroundChange)),
}

export const PlaygroundResponse = named(
  'playgroundResponseSchema',
  Type.Object({ input: PlaygroundRequest, features: Type.Array(PlaygroundFeature), ...common }, closed),
)
export type PlaygroundResponse = Static<typeof PlaygroundResponse>

export const AdvancedPlaygroundResponse = named(
  'advancedPlaygroundResponseSchema',
  Type.Object(
    { input: AdvancedPlaygroundRequest, features: Type.Array(AdvancedPlaygroundFeature), ...common },
    closed,
  ),
)
export type AdvancedPlaygroundResponse = Static<typeof AdvancedPlaygroundResponse>
