import Type, { type Static } from 'typebox'
import { Parameters, Variant } from './common.ts'
import { eventTypes } from './event-types.ts'
import { constraintFields, PlaygroundExplanation, PlaygroundReason, Tristate } from './explanations.ts'
import { closed, Nullable, named } from './schema.ts'

/** Maximum number of results per request: environments × flags × combinations of context values. */
export const MOST_PLAYGROUND_ANSWERS = 15_000
/** The same for results with all steps, which are much larger. */
export const MOST_PLAYGROUND_TREES = 1_000
/** Maximum number of contexts that the lists of values in one context can expand to. */
export const MOST_PLAYGROUND_CONTEXTS = 1_000
const MOST_FLAGS = 1_000
const MOST_OFFSET = 10_000_000

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

// With a union of schemas, type coercion would convert one form into the other.
const ProjectChoice = Type.Unsafe<string[] | '*'>({
  oneOf: [
    { type: 'array', items: { type: 'string' } },
    { type: 'string', enum: ['*'] },
  ],
})

/** Extensions of the wire format: which flags, at which time, and how detailed the reasons are. */
const extension = {
  features: Type.Optional(Type.Array(Type.String({ minLength: 1 }), { maxItems: MOST_FLAGS })),
  atRevision: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  at: Type.Optional(Type.String({ format: 'date-time' })),
  /** False for the results at a past time only, without the changes since then. */
  compare: Type.Optional(Type.Boolean()),
  explain: Type.Optional(Type.Enum(['reason', 'tree'])),
  /** A page of flags, by name. Without a limit, the response has all of them. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_PLAYGROUND_ANSWERS })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_OFFSET })),
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

export const ChangeRequestPlaygroundRequest = named(
  'changeRequestPlaygroundRequestSchema',
  Type.Object({ context: SdkContext, features: extension.features, explain: extension.explain }),
)

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

/** In the format of SDKs; the second spelling of the flag's state is only in the basic response. */
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

/** The time and revision of an evaluation. */
export const PlaygroundMoment = named(
  'playgroundMomentSchema',
  Type.Object(
    {
      revision: Type.Integer(),
      /** The time that date constraints were compared with. */
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
    /** The result from then on; null if the flag was deleted. */
    outcome: Nullable(Outcome),
    /** The events of the change that the caller can see. */
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

/** A result that is different now, and the changes that caused it. */
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
      /** Undefined if the history was too long to search. Empty if only the time caused it. */
      causes: Type.Optional(Type.Array(Cause)),
    },
    closed,
  ),
)
export type PlaygroundChange = Static<typeof PlaygroundChange>

const common = {
  /** The number of flags on all pages; only with `limit`. */
  total: Type.Optional(Type.Integer()),
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
