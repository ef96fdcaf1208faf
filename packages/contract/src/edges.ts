import Type, { type Static } from 'typebox'
import { Nullable, named } from './schema.ts'

const Figure = Type.Number({ minimum: 0 })
const Path = Type.String({ maxLength: 200 })
const byPath = { maxProperties: 200 }

/** In milliseconds: the mean and the 99th percentile of `count` requests. */
export const EdgeLatency = named(
  'edgeLatencyMetricsSchema',
  Type.Object({ avg: Figure, count: Figure, p99: Figure }),
)
export type EdgeLatency = Static<typeof EdgeLatency>

const Latencies = Type.Optional(Type.Record(Path, EdgeLatency, byPath))
const Latency = Type.Optional(EdgeLatency)
const Consumption = Type.Array(Type.Unknown(), { maxItems: 200 })

export const EdgeKeyRevision = named(
  'edgeApiKeyRevisionIdSchema',
  Type.Object({
    environment: Type.String(),
    projects: Type.Array(Type.String()),
    revisionId: Type.Integer({ minimum: 0 }),
    lastUpdated: Type.Optional(Type.String()),
  }),
)
export type EdgeKeyRevision = Static<typeof EdgeKeyRevision>

/** The metrics that Unleash edges report about themselves. */
export const edgeFigures = {
  hosting: Type.Optional(Type.Enum(['hosted', 'self-hosted', 'enterprise-self-hosted'])),
  /** The name in newer edges; older ones send `edgeApiKeyRevisionIds`. */
  apiKeyRevisionIds: Type.Optional(Nullable(Type.Array(EdgeKeyRevision, { maxItems: 1_000 }))),
  /** Requests that the edge served, by path. */
  traffic: Type.Optional(
    Type.Object({ get: Latencies, post: Latencies, cachedResponses: Latencies, accessDenied: Latencies }),
  ),
  /** Requests that the edge sent upstream. */
  latencyUpstream: Type.Optional(Type.Object({ features: Latency, metrics: Latency, edge: Latency })),
  requestsSinceLastReport: Type.Optional(
    Type.Record(
      Path,
      Type.Object({ requests200: Type.Optional(Figure), requests304: Type.Optional(Figure) }),
      byPath,
    ),
  ),
  connectionConsumptionSinceLastReport: Type.Optional(
    Type.Object({ features: Type.Optional(Consumption), metrics: Type.Optional(Consumption) }),
  ),
  requestConsumptionSinceLastReport: Type.Optional(Consumption),
  /** Edges that report to this one, in the same format. */
  connectedEdges: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Unknown()), { maxItems: 200 })),
}

const Text = Type.Optional(Type.String())

/** Connected edges in the format of Unleash, where most metrics are text. */
export const EdgeObservability = named(
  'x-edgeObservability',
  Type.Object({
    revisionIds: Type.Array(
      Type.Object({
        environment: Type.String(),
        revisionId: Type.Integer(),
        projects: Type.Optional(Type.Array(Type.String())),
      }),
    ),
    connectedEdges: Type.Array(
      Type.Object({
        id: Type.String(),
        appName: Type.String(),
        edgeVersion: Type.String(),
        instanceId: Type.String(),
        reportedAt: Type.String(),
        started: Text,
        connectedVia: Text,
        cpuUsage: Text,
        clientFeaturesAverageLatencyMs: Text,
        clientFeaturesP99LatencyMs: Text,
        frontendApiAverageLatencyMs: Text,
        frontendApiP99LatencyMs: Text,
        upstreamFeaturesAverageLatencyMs: Text,
        upstreamFeaturesP99LatencyMs: Text,
        upstreamMetricsAverageLatencyMs: Text,
        upstreamMetricsP99LatencyMs: Text,
        upstreamEdgeAverageLatencyMs: Text,
        upstreamEdgeP99LatencyMs: Text,
        region: Nullable(Type.String()),
        hosting: Type.Optional(Type.Enum(['hosted', 'enterprise-self-hosted'])),
        connectedStreamingClients: Type.Integer(),
        memoryUsage: Type.Optional(Type.Number()),
        apiKeyRevisionIds: Type.Array(EdgeKeyRevision),
      }),
    ),
  }),
)
export type EdgeObservability = Static<typeof EdgeObservability>
