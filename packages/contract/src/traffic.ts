import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

const Grouping = Type.Enum(['daily', 'monthly'])
const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
const Period = Type.String({ pattern: '^\\d{4}-\\d{2}(-\\d{2})?$' })
const Count = Type.Number({ minimum: 0 })

export const TrafficPeriodQuery = Type.Object({ grouping: Grouping, from: Day, to: Day })
export type TrafficPeriodQuery = Static<typeof TrafficPeriodQuery>

const period = {
  grouping: Grouping,
  dateRange: Type.Object({ from: Day, to: Day }, closed),
}

export const TrafficUsage = named(
  'trafficUsageDataSegmentedCombinedSchema',
  Type.Object(
    {
      ...period,
      apiData: Type.Array(
        Type.Object(
          {
            apiPath: Type.String(),
            dataPoints: Type.Array(
              Type.Object(
                {
                  period: Period,
                  trafficTypes: Type.Array(
                    Type.Object({ count: Type.Integer({ minimum: 0 }), group: Type.String() }, closed),
                  ),
                },
                closed,
              ),
            ),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type TrafficUsage = Static<typeof TrafficUsage>

export const MeteredRequests = named(
  'meteredRequestsSchema',
  Type.Object(
    {
      ...period,
      apiData: Type.Array(
        Type.Object(
          {
            meteredGroup: Type.String(),
            dataPoints: Type.Array(Type.Object({ period: Period, requests: Count }, closed)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)

export const MeteredConnections = named(
  'meteredConnectionsSchema',
  Type.Object(
    {
      ...period,
      apiData: Type.Array(
        Type.Object(
          {
            meteredGroup: Type.String(),
            dataPoints: Type.Array(Type.Object({ period: Period, connections: Count }, closed)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)

/** Series in the format of Prometheus: pairs of a time in seconds and a value as text. */
export const RequestsPerSecond = named(
  'requestsPerSecondSchema',
  Type.Object({
    status: Type.Enum(['success', 'failure']),
    data: Type.Object({
      resultType: Type.Enum(['matrix', 'vector', 'scalar', 'string']),
      result: Type.Array(
        Type.Object({
          metric: Type.Object({ appName: Type.String(), endpoint: Type.String() }),
          values: Type.Array(Type.Array(Type.Union([Type.Number(), Type.String()]))),
        }),
      ),
    }),
  }),
)
export type RequestsPerSecond = Static<typeof RequestsPerSecond>

export const RequestsPerSecondSegmented = named(
  'requestsPerSecondSegmentedSchema',
  Type.Object({ clientMetrics: RequestsPerSecond, adminMetrics: RequestsPerSecond }),
)

export const trafficRanges = ['hour', 'day', 'month', 'year'] as const
export type TrafficRange = (typeof trafficRanges)[number]
export const TrafficQuery = Type.Object({ range: Type.Optional(Type.Enum([...trafficRanges])) })

const counts = {
  /** Responses with 2xx. */
  ok: Count,
  /** Not modified (304). */
  same: Count,
  /** Client errors (4xx). */
  refused: Count,
  /** Server errors (5xx). */
  failed: Count,
}

/** Requests of a range, for the network pages. */
export const NetworkTraffic = Type.Object(
  {
    range: Type.Enum([...trafficRanges]),
    from: Type.String({ format: 'date-time' }),
    /** Seconds between two points. */
    step: Type.Integer({ minimum: 1 }),
    /** All requests in the same range before this one; null if it was not counted completely. */
    before: Nullable(Count),
    groups: Type.Array(
      Type.Object(
        {
          group: Type.String(),
          ...counts,
          /** Requests in each step, oldest first. */
          points: Type.Array(Count),
          /** The application with most requests; null for ranges without applications. */
          top: Type.Union([Type.Object({ app: Type.String(), requests: Count }, closed), Type.Null()]),
        },
        closed,
      ),
    ),
    /** Requests that edges answered themselves. */
    edges: Type.Object({ ...counts, points: Type.Array(Count) }, closed),
    /** Largest first, at most 100; empty for ranges without applications. */
    apps: Type.Array(
      Type.Object(
        {
          app: Type.String(),
          ...counts,
          /** Requests a second in the last five minutes. */
          rate: Count,
          groups: Type.Array(Type.String()),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type NetworkTraffic = Static<typeof NetworkTraffic>
