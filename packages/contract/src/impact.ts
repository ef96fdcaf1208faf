import Type, { type Static } from 'typebox'
import { closed, Nullable, named } from './schema.ts'

export const MOST_CHARTS = 100
export const metricTypes = ['counter', 'gauge', 'histogram'] as const
export type MetricType = (typeof metricTypes)[number]

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[a-zA-Z_:][a-zA-Z0-9_:]*$' })
const Text = Type.String({ minLength: 1, maxLength: 200 })
const AggregationMode = Type.Enum(['rps', 'count', 'avg', 'sum', 'p95', 'p99', 'p50'])
export type AggregationMode = Static<typeof AggregationMode>
const TimeRange = Type.Enum(['hour', 'day', 'week', 'month'])
export type TimeRange = Static<typeof TimeRange>
const ImpactSource = Type.Enum(['internal', 'external'])
export type ImpactSource = Static<typeof ImpactSource>

/** Accepted values by label. `*` accepts every value and draws one line for each. */
export const LabelSelectors = Type.Record(
  Type.String({ minLength: 1, maxLength: 200 }),
  Type.Array(Text, { maxItems: 100 }),
  { maxProperties: 12 },
)
export type LabelSelectors = Static<typeof LabelSelectors>

const fields = {
  title: Type.Optional(Type.String({ maxLength: 100 })),
  metricName: Name,
  timeRange: TimeRange,
  aggregationMode: AggregationMode,
  labelSelectors: LabelSelectors,
  yAxisMin: Type.Enum(['auto', 'zero']),
  source: Type.Optional(ImpactSource),
}

export const CreateImpactMetricsConfig = named(
  'createImpactMetricsConfigSchema',
  Type.Object({ id: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })), ...fields }),
)
export type CreateImpactMetricsConfig = Static<typeof CreateImpactMetricsConfig>

/** A chart, as commands and events have it. */
export const ImpactChart = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  title: Nullable(Type.String({ maxLength: 100 })),
  metricName: Name,
  timeRange: TimeRange,
  aggregationMode: AggregationMode,
  labelSelectors: LabelSelectors,
  yAxisMin: Type.Enum(['auto', 'zero']),
  source: ImpactSource,
})
export type ImpactChart = Static<typeof ImpactChart>

export const ImpactMetricsConfig = named(
  'impactMetricsConfigSchema',
  Type.Object(
    {
      id: Type.String(),
      displayName: Type.String(),
      title: Type.Optional(Type.String()),
      metricName: Type.String(),
      timeRange: TimeRange,
      aggregationMode: AggregationMode,
      labelSelectors: Type.Record(Type.String(), Type.Array(Type.String())),
      yAxisMin: Type.Enum(['auto', 'zero']),
      source: Type.Optional(ImpactSource),
      step: Type.Optional(Type.Enum(['1m', '15m', '3h', '1d'])),
      /** `read` while a safeguard uses the chart: it cannot be changed or deleted. */
      mode: Type.Optional(Type.Enum(['read', 'write'])),
    },
    closed,
  ),
)
export type ImpactMetricsConfig = Static<typeof ImpactMetricsConfig>

export const ImpactMetricsConfigList = named(
  'impactMetricsConfigListSchema',
  Type.Object({ configs: Type.Array(ImpactMetricsConfig) }, closed),
)

export const ImpactMetricsQuery = Type.Object({
  metricName: Name,
  range: TimeRange,
  aggregationMode: AggregationMode,
  /** Label selectors as JSON. */
  labels: Type.Optional(Type.String({ maxLength: 20_000 })),
  mode: Type.Optional(Type.Enum(['display', 'edit'])),
  source: Type.Optional(ImpactSource),
})
export type ImpactMetricsQuery = Static<typeof ImpactMetricsQuery>

export const ImpactMetricsData = named(
  'impactMetricsDataSchema',
  Type.Object({
    start: Type.String(),
    end: Type.String(),
    step: Type.String(),
    labels: Type.Record(Type.String(), Type.Array(Type.String())),
    series: Type.Array(
      Type.Object({
        metric: Type.Record(Type.String(), Type.String()),
        /** Seconds and values; a step without data has no point. */
        data: Type.Array(Type.Array(Type.Number())),
      }),
    ),
    debug: Type.Optional(
      Type.Object({
        isTruncated: Type.Optional(Type.Boolean()),
        metricType: Type.Optional(Type.String()),
        query: Type.Optional(Type.String()),
        /** Series that are left out because their buckets have other bounds. */
        leftOut: Type.Optional(Type.Integer()),
      }),
    ),
  }),
)
export type ImpactMetricsData = Static<typeof ImpactMetricsData>

export const AvailableImpactMetrics = named(
  'availableImpactMetricsSchema',
  Type.Object({
    metrics: Type.Array(
      Type.Object({
        name: Type.String(),
        displayName: Type.String(),
        help: Type.String(),
        source: ImpactSource,
        type: Type.Optional(Type.Enum([...metricTypes])),
      }),
    ),
  }),
)
export type AvailableImpactMetrics = Static<typeof AvailableImpactMetrics>

const Address = Type.String({ minLength: 1, maxLength: 2_000 })
const Bearer = Type.String({ maxLength: 4_000 })

export const SetExternalImpactMetricsSource = named(
  'setExternalImpactMetricsSourceSchema',
  Type.Object({
    enabled: Type.Boolean(),
    url: Type.Optional(Address),
    /** Sent as a bearer token. Without it the stored one is kept; an empty one deletes it. */
    token: Type.Optional(Bearer),
  }),
)
export type SetExternalImpactMetricsSource = Static<typeof SetExternalImpactMetricsSource>

export const ExternalImpactMetricsSource = named(
  'externalImpactMetricsSourceSchema',
  Type.Object({
    enabled: Type.Boolean(),
    url: Type.Optional(Type.String()),
    hasToken: Type.Boolean(),
  }),
)
export type ExternalImpactMetricsSource = Static<typeof ExternalImpactMetricsSource>

export const PlausibleMetrics = named(
  'plausibleMetricsResponseSchema',
  Type.Object(
    { data: Type.Array(Type.Object({ date: Type.String(), count: Type.Number() }, closed)) },
    closed,
  ),
)

export const RegisterImpactMetric = named(
  'registerImpactMetricSchema',
  Type.Object({ name: Name, type: Type.Enum([...metricTypes]) }),
)

export const ChartParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
export const FlagChartParams = Type.Object({ projectId: Type.String(), featureName: Type.String() })
export const FlagChartIdParams = Type.Interface([FlagChartParams], ChartParams.properties)
