import Type, { type Static } from 'typebox'
import { EdgeKeyRevision, edgeFigures } from './edges.ts'
import { closed, Nullable } from './schema.ts'

/** First digits of the event log's hash at a revision; distinguishes states with the same revision. */
const StateHash = Type.String({ pattern: '^[0-9a-f]{8}$' })

/** A client that was sent flags, and its revision. */
export const Receipt = Type.Object({
  app: Type.String({ maxLength: 500 }),
  instance: Type.String({ maxLength: 500 }),
  kind: Type.Union([Type.Literal('sdk'), Type.Literal('edge')]),
  via: Type.Union([Type.Literal('stream'), Type.Literal('poll')]),
  /** `*` for all. */
  projects: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500 }),
  revision: Type.Integer({ minimum: 0 }),
  hash: Type.Optional(StateHash),
  /** When the client was last seen, in milliseconds since 1970. */
  at: Type.Integer({ minimum: 0 }),
})
export type Receipt = Static<typeof Receipt>

/** If there are too many clients to list: how many have which revision. */
export const ReceiptCount = Type.Object({
  projects: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 500 }),
  revision: Type.Integer({ minimum: 0 }),
  hash: Type.Optional(StateHash),
  instances: Type.Integer({ minimum: 0 }),
})
export type ReceiptCount = Static<typeof ReceiptCount>

export const Receipts = Type.Object({
  named: Type.Array(Receipt, { maxItems: 5_000 }),
  counted: Type.Array(ReceiptCount, { maxItems: 5_000 }),
})
export type Receipts = Static<typeof Receipts>

/** The report of an edge about itself, in the format of Unleash edges, and about its clients. */
export const EdgeReport = Type.Object({
  identifier: Type.String({ minLength: 1, maxLength: 500 }),
  appName: Type.String({ maxLength: 500 }),
  edgeVersion: Type.String({ maxLength: 100 }),
  /** Of the counted requests in it: the same when they are sent again. */
  reportId: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  started: Type.Optional(Type.String({ format: 'date-time' })),
  region: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  connectedStreamingClients: Type.Optional(Type.Integer({ minimum: 0 })),
  processMetrics: Type.Optional(
    Nullable(Type.Object({ cpuUsage: Type.Number(), memoryUsage: Type.Number() })),
  ),
  /** The edge it is connected to, if any; otherwise it is connected to a server. */
  parent: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
  edgeApiKeyRevisionIds: Type.Optional(Type.Array(EdgeKeyRevision, { maxItems: 1_000 })),
  ...edgeFigures,
  receipts: Type.Optional(Receipts),
})
export type EdgeReport = Static<typeof EdgeReport>

export const ConnectedEdge = Type.Object(
  {
    identifier: Type.String(),
    appName: Type.String(),
    edgeVersion: Type.String(),
    environment: Type.String(),
    started: Nullable(Type.String()),
    region: Nullable(Type.String()),
    parent: Nullable(Type.String()),
    reportedAt: Type.String({ format: 'date-time' }),
    connectedStreamingClients: Type.Integer(),
    cpuUsage: Nullable(Type.Number()),
    memoryUsage: Nullable(Type.Number()),
    revision: Nullable(Type.Integer()),
    /** How many revisions it is behind the newest in its scope. */
    behind: Type.Integer(),
    instances: Type.Integer(),
  },
  closed,
)
export type ConnectedEdge = Static<typeof ConnectedEdge>

export const ConnectedEdges = Type.Object(
  {
    edges: Type.Array(ConnectedEdge),
    /** The newest revision of each environment. */
    revisions: Type.Array(Type.Object({ environment: Type.String(), revision: Type.Integer() }, closed)),
  },
  closed,
)
export type ConnectedEdges = Static<typeof ConnectedEdges>

const Reached = Type.Object({ delivered: Type.Integer(), total: Type.Integer() }, closed)

export const FlagDelivery = Type.Object(
  {
    environment: Type.String(),
    revision: Type.Integer(),
    changedAt: Nullable(Type.String({ format: 'date-time' })),
    sdks: Reached,
    edges: Reached,
    /** Some of the clients that do not have it yet, oldest first. */
    waiting: Type.Array(
      Type.Object(
        {
          appName: Type.String(),
          instanceId: Type.String(),
          kind: Type.String(),
          via: Type.String(),
          revision: Type.Integer(),
          seenAt: Type.String({ format: 'date-time' }),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type FlagDelivery = Static<typeof FlagDelivery>

export const FlagDeliveryQuery = Type.Object({ revision: Type.Optional(Type.Integer({ minimum: 0 })) })
