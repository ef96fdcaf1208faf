import Type, { type Static } from 'typebox'
import { closed, Nullable, named, RowId } from './schema.ts'

const Moment = Type.String({ format: 'date-time' })
const Id = Type.Integer({ minimum: 1 })

/** A call with a larger body is refused. */
export const MOST_SIGNAL_BYTES = 100 * 1024
export const SIGNALS_KEPT_DAYS = 30

export const SignalEndpointToken = named(
  'signalEndpointTokenSchema',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      signalEndpointId: Type.Integer(),
      createdAt: Moment,
      createdByUserId: Type.Integer(),
      token: Type.Optional(Type.String({ description: 'The secret. Returned once, on creation.' })),
    },
    closed,
  ),
)
export type SignalEndpointToken = Static<typeof SignalEndpointToken>

export const SignalEndpointTokens = named(
  'signalEndpointTokensSchema',
  Type.Object({ signalEndpointTokens: Type.Array(SignalEndpointToken) }, closed),
)

export const NewSignalEndpointToken = Type.Interface([SignalEndpointToken], { token: Type.String() })

export const CreateSignalEndpointToken = named(
  'createSignalEndpointTokenSchema',
  Type.Object({ name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) }),
)
export type CreateSignalEndpointToken = Static<typeof CreateSignalEndpointToken>

export const SignalEndpoint = named(
  'signalEndpointSchema',
  Type.Object(
    {
      id: Id,
      name: Type.String(),
      description: Nullable(Type.String()),
      enabled: Type.Boolean(),
      url: Type.String(),
      createdAt: Moment,
      createdByUserId: Type.Integer(),
      tokens: Type.Array(SignalEndpointToken),
    },
    closed,
  ),
)
export type SignalEndpoint = Static<typeof SignalEndpoint>

export const SignalEndpoints = named(
  'signalEndpointsSchema',
  Type.Object({ signalEndpoints: Type.Array(SignalEndpoint) }, closed),
)

export const CreateSignalEndpoint = named(
  'createSignalEndpointSchema',
  Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-zA-Z0-9~_.-]+$' }),
    description: Type.Optional(Nullable(Type.String({ maxLength: 1_000 }))),
    enabled: Type.Optional(Type.Boolean()),
  }),
)
export type CreateSignalEndpoint = Static<typeof CreateSignalEndpoint>

const Source = Type.Enum(['signal-endpoint'])
export const SignalPayload = Type.Record(Type.String(), Type.Unknown())
export type SignalPayload = Static<typeof SignalPayload>

export const Signal = named(
  'signalSchema',
  Type.Object(
    {
      id: Id,
      source: Source,
      sourceId: Type.Integer(),
      createdBySourceTokenId: Nullable(Type.Integer()),
      payload: SignalPayload,
      createdAt: Moment,
    },
    closed,
  ),
)
export type Signal = Static<typeof Signal>

/** What every list of signals has. */
export const received = {
  id: Id,
  source: Source,
  sourceId: Type.Integer(),
  tokenName: Nullable(Type.String()),
  payload: SignalPayload,
  createdAt: Moment,
}

export const QueriedSignal = named(
  'signalQuerySignalSchema',
  Type.Object(
    { ...received, sourceName: Nullable(Type.String()), sourceDescription: Nullable(Type.String()) },
    closed,
  ),
)
export type QueriedSignal = Static<typeof QueriedSignal>

export const QueriedSignals = named(
  'signalQueryResponseSchema',
  Type.Object({ signals: Type.Array(QueriedSignal), total: Type.Integer({ minimum: 0 }) }, closed),
)

const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
}
export const SignalPage = Type.Object(page)

const Day = Type.Optional(Type.String({ pattern: '^IS:\\d{4}-\\d{2}-\\d{2}$' }))
export const SignalsQuery = Type.Object({ from: Day, to: Day, ...page })
export type SignalsQuery = Static<typeof SignalsQuery>

export const EndpointId = Type.Object({ id: RowId })
export const OfEndpoint = Type.Object({ signalEndpointId: RowId })
export const EndpointTokenParams = Type.Object({ signalEndpointId: RowId, id: RowId })
export const EndpointName = Type.Object({ name: Type.String({ maxLength: 100 }) })
