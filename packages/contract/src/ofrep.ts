import Type, { type Static } from 'typebox'
import { named } from './schema.ts'

/** The OpenFeature Remote Evaluation Protocol, 0.3. */

export const OfrepRequest = named(
  'ofrepEvaluationRequestSchema',
  Type.Object({
    context: Type.Object(
      { targetingKey: Type.Optional(Type.String()) },
      { additionalProperties: Type.Unknown() },
    ),
  }),
)
export type OfrepRequest = Static<typeof OfrepRequest>

const Metadata = Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.String(), Type.Number()]))

export const OfrepEvaluation = named(
  'ofrepEvaluationSchema',
  Type.Object({
    key: Type.String(),
    reason: Type.Enum(['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN']),
    value: Type.Optional(
      Type.Union([Type.Boolean(), Type.String(), Type.Number(), Type.Record(Type.String(), Type.Unknown())]),
    ),
    variant: Type.Optional(Type.String()),
    metadata: Type.Optional(Metadata),
  }),
)
export type OfrepEvaluation = Static<typeof OfrepEvaluation>

export const OfrepFailure = named(
  'ofrepEvaluationFailureSchema',
  Type.Object({
    key: Type.String(),
    errorCode: Type.Enum(['PARSE_ERROR', 'TARGETING_KEY_MISSING', 'INVALID_CONTEXT', 'GENERAL']),
    errorDetails: Type.Optional(Type.String()),
  }),
)
export type OfrepFailure = Static<typeof OfrepFailure>

export const OfrepFlagNotFound = named(
  'ofrepFlagNotFoundSchema',
  Type.Object({
    key: Type.String(),
    errorCode: Type.Enum(['FLAG_NOT_FOUND']),
    errorDetails: Type.Optional(Type.String()),
  }),
)

/** The stream of changes; without an origin, it is on the same server. */
const EventStream = Type.Object({
  type: Type.Enum(['sse']),
  endpoint: Type.Object({ requestUri: Type.String() }),
  inactivityDelaySec: Type.Integer({ minimum: 1 }),
})

export const OfrepBulkEvaluation = named(
  'ofrepBulkEvaluationSchema',
  Type.Object({
    flags: Type.Array(Type.Union([OfrepEvaluation, OfrepFailure])),
    metadata: Metadata,
    eventStreams: Type.Array(EventStream),
  }),
)

export const OfrepBulkFailure = named(
  'ofrepBulkEvaluationFailureSchema',
  Type.Object({ errorCode: OfrepFailure.properties.errorCode, errorDetails: Type.String() }),
)

/** For errors that are not caused by the request. */
export const OfrepError = named(
  'ofrepErrorSchema',
  Type.Object({ errorDetails: Type.Optional(Type.String()) }),
)

/** The minimum configuration that the response must be based on, from a change event. */
export const OfrepBulkQuery = Type.Object({
  flagConfigEtag: Type.Optional(Type.String()),
  flagConfigLastModified: Type.Optional(Type.String()),
})
export type OfrepBulkQuery = Static<typeof OfrepBulkQuery>

/** The ticket replaces the token, which browsers cannot send with a stream. */
export const OfrepStreamQuery = Type.Object({
  ticket: Type.Optional(Type.String()),
  since: Type.Optional(Type.String()),
})
export type OfrepStreamQuery = Static<typeof OfrepStreamQuery>
