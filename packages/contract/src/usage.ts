import Type, { type Static } from 'typebox'
import { Moment } from './client.ts'
import { closed, Nullable, named } from './schema.ts'

const Count = Type.Integer({ minimum: 0 })
const Time = Type.String({ format: 'date-time' })

export const FeatureEnvironmentMetrics = named(
  'featureEnvironmentMetricsSchema',
  Type.Object(
    {
      featureName: Type.Optional(Type.String()),
      appName: Type.Optional(Type.String()),
      environment: Type.String(),
      timestamp: Moment,
      yes: Count,
      no: Count,
      variants: Type.Optional(Type.Record(Type.String(), Count)),
    },
    closed,
  ),
)
export type FeatureEnvironmentMetrics = Static<typeof FeatureEnvironmentMetrics>

export const FeatureUsage = named(
  'featureUsageSchema',
  Type.Object(
    {
      version: Type.Integer({ minimum: 1 }),
      maturity: Type.String(),
      featureName: Type.String(),
      lastHourUsage: Type.Array(FeatureEnvironmentMetrics),
      seenApplications: Type.Array(Type.String()),
    },
    closed,
  ),
)
export type FeatureUsage = Static<typeof FeatureUsage>

export const FeatureMetrics = named(
  'featureMetricsSchema',
  Type.Object(
    {
      version: Type.Integer({ minimum: 1 }),
      maturity: Type.String(),
      data: Type.Array(FeatureEnvironmentMetrics),
    },
    closed,
  ),
)
export type FeatureMetrics = Static<typeof FeatureMetrics>

export const UnknownFlag = named(
  'unknownFlagSchema',
  Type.Object(
    {
      name: Type.String(),
      lastSeenAt: Time,
      lastEventAt: Type.Optional(Nullable(Time)),
      reports: Type.Optional(
        Type.Array(
          Type.Object(
            {
              appName: Type.String(),
              environments: Type.Array(Type.Object({ environment: Type.String(), seenAt: Time }, closed)),
            },
            closed,
          ),
        ),
      ),
    },
    closed,
  ),
)
export type UnknownFlag = Static<typeof UnknownFlag>

export const UnknownFlags = named(
  'unknownFlagsResponseSchema',
  Type.Object({ unknownFlags: Type.Array(UnknownFlag) }, closed),
)
export type UnknownFlags = Static<typeof UnknownFlags>

/** Hourly evaluations of some flags, for small charts in lists. */
export const SparklinesQuery = named(
  'sparklinesQuerySchema',
  Type.Object(
    {
      features: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }),
      environment: Type.Optional(Type.String()),
      hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 48, default: 24 })),
      byEnvironment: Type.Optional(Type.Boolean()),
    },
    closed,
  ),
)
export type SparklinesQuery = Static<typeof SparklinesQuery>

export const Sparkline = named(
  'sparklineSchema',
  Type.Object(
    {
      name: Type.String(),
      yes: Type.Array(Count, {
        description: 'One count per hour, oldest first; the last one is the current hour.',
      }),
      no: Type.Array(Count),
      environments: Type.Array(
        Type.Object(
          {
            name: Type.String(),
            lastSeenAt: Nullable(Time),
            yes: Type.Optional(Type.Array(Count)),
            no: Type.Optional(Type.Array(Count)),
          },
          closed,
        ),
      ),
    },
    closed,
  ),
)
export type Sparkline = Static<typeof Sparkline>

export const Sparklines = named(
  'sparklinesSchema',
  Type.Object({ hours: Type.Integer(), since: Time, features: Type.Array(Sparkline) }, closed),
)
export type Sparklines = Static<typeof Sparklines>

export const UsageParams = Type.Object({ name: Type.String() })
export const RawUsageQuery = Type.Object({ hoursBack: Type.Optional(Type.String()) })

/** The response of deprecated endpoints. */
export const Retired = Type.Object({
  lastHour: Type.Object({}),
  lastMinute: Type.Object({}),
  maturity: Type.Literal('deprecated'),
})

export const CustomMetricList = Type.Object(
  {
    metrics: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          type: Type.String(),
          value: Type.Number(),
          labels: Type.Record(Type.String(), Type.String()),
        },
        closed,
      ),
    ),
    count: Type.Integer({ minimum: 0 }),
  },
  closed,
)
