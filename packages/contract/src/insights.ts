import Type, { type Static } from 'typebox'
import { FeatureTypeCount, ProjectStats } from './projects.ts'
import { closed, Nullable, named } from './schema.ts'

const Moment = Type.String({ format: 'date-time' })
const Count = Type.Number({ minimum: 0 })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
/** A day, or a moment of it. */
const Day = Type.String({ maxLength: 40 })
const ProjectIds = Type.String({ maxLength: 10_000 })

export const InsightsQuery = Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) })
export type InsightsQuery = Static<typeof InsightsQuery>

export const LifecycleQuery = Type.Object({ projects: Type.Optional(ProjectIds) })

export const ChartsQuery = Type.Object({
  from: Type.Optional(Day),
  to: Type.Optional(Day),
  projects: Type.Optional(ProjectIds),
  by: Type.Optional(Type.Enum(['day', 'week'])),
})
export type ChartsQuery = Static<typeof ChartsQuery>

const week = { date: Moment, week: Type.String() }
const project = { project: Type.String() }
const flags = { total: Type.Number(), active: Type.Number(), stale: Type.Number() }
const usage = {
  totalFlags: Type.Number(),
  totalApps: Type.Number(),
  totalEnvironments: Type.Number(),
  totalRequests: Type.Number(),
  totalYes: Type.Number(),
  totalNo: Type.Number(),
}
const list = <T extends Record<string, Type.TSchema>>(fields: T) => Type.Array(Type.Object(fields, closed))

export const InstanceInsights = named(
  'instanceInsightsSchema',
  Type.Object(
    {
      userTrends: list({
        date: Moment,
        total: Type.Number(),
        active: Type.Number(),
        inactive: Type.Number(),
      }),
      flagTrends: list({ date: Moment, ...flags, potentiallyStale: Type.Number() }),
      projectFlagTrends: list({
        ...week,
        ...project,
        ...flags,
        potentiallyStale: Type.Number(),
        health: Type.Number(),
        technicalDebt: Type.Optional(Percent),
        timeToProduction: Type.Optional(Type.Number()),
        users: Type.Optional(Type.Number()),
      }),
      metricsSummaryTrends: list({ ...week, ...project, ...usage }),
      environmentTypeTrends: list({
        ...week,
        environmentType: Type.String(),
        totalUpdates: Type.Number(),
      }),
      creationArchiveTrends: list({
        ...week,
        ...project,
        archivedFlags: Count,
        createdFlags: Type.Record(Type.String(), Count),
      }),
      lifecycleTrends: list({ ...week, ...project, newProductionFlags: Type.Number() }),
    },
    closed,
  ),
)
export type InstanceInsights = Static<typeof InstanceInsights>

const Category = Type.Object({ flagsOlderThanWeek: Type.Number(), newFlagsThisWeek: Type.Number() }, closed)
const LifecycleTrend = Type.Object(
  {
    totalFlags: Type.Number(),
    medianDaysInCurrentStage: Type.Number(),
    medianDaysHistorically: Type.Number(),
    categories: Type.Object({ experimental: Category, release: Category, permanent: Category }, closed),
  },
  closed,
)
export type LifecycleTrend = Static<typeof LifecycleTrend>

export const LifecycleTrends = named(
  'lifecycleTrendsSchema',
  Type.Object(
    {
      lifecycleTrends: Type.Object(
        { develop: LifecycleTrend, production: LifecycleTrend, cleanup: LifecycleTrend },
        closed,
      ),
    },
    closed,
  ),
)
export type LifecycleTrends = Static<typeof LifecycleTrends>

const DoraFeature = named(
  'doraFeaturesSchema',
  Type.Object({ name: Type.String(), timeToProduction: Type.Number() }, closed),
)
export const ProjectDora = named(
  'projectDoraMetricsSchema',
  Type.Object({ projectAverage: Type.Optional(Type.Number()), features: Type.Array(DoraFeature) }, closed),
)
export type ProjectDora = Static<typeof ProjectDora>

const rated = (rating: Type.TSchema) =>
  Type.Object({
    rating,
    activeCount: Type.Number(),
    potentiallyStaleCount: Type.Number(),
    staleCount: Type.Number(),
  })

export const ProjectInsights = named(
  'projectInsightsSchema',
  Type.Object(
    {
      stats: ProjectStats,
      leadTime: ProjectDora,
      featureTypeCounts: Type.Array(FeatureTypeCount),
      health: rated(Type.Integer()),
      technicalDebt: rated(Type.Integer({ minimum: 0, maximum: 100 })),
      members: Type.Object({ currentMembers: Type.Number(), change: Type.Number() }),
    },
    closed,
  ),
)
export type ProjectInsights = Static<typeof ProjectInsights>

export const chartIds = ['lifecycle', 'flow', 'debt', 'evaluations', 'production', 'updates'] as const
export type ChartId = (typeof chartIds)[number]

/** One line of a chart: a value per date, null where nothing is known. */
const ChartSeries = Type.Object(
  {
    id: Type.String(),
    project: Nullable(Type.String()),
    values: Type.Array(Nullable(Type.Number())),
  },
  closed,
)
export type ChartSeries = Static<typeof ChartSeries>
const Series = Type.Array(ChartSeries)

export const InsightCharts = named(
  'insightChartsSchema',
  Type.Object(
    {
      by: Type.Enum(['day', 'week']),
      /** The first day of each period. */
      dates: Type.Array(Type.String({ format: 'date' })),
      /** Stages and overdue flags are computed from the log before this day. */
      measuredFrom: Nullable(Type.String({ format: 'date' })),
      projects: Type.Integer({ minimum: 0 }),
      /** What it takes to reach the target of health, as of now. */
      cleanup: Type.Object(
        {
          health: Type.Integer({ minimum: 0, maximum: 100 }),
          target: Type.Integer({ minimum: 0, maximum: 100 }),
          flags: Type.Integer({ minimum: 0 }),
          /** Flags that are stale or potentially stale. */
          stale: Type.Integer({ minimum: 0 }),
          /** How many of the stale flags have to be archived. */
          toArchive: Type.Integer({ minimum: 0 }),
        },
        closed,
      ),
      charts: Type.Object(
        {
          lifecycle: Series,
          flow: Series,
          debt: Series,
          evaluations: Series,
          production: Series,
          updates: Series,
        },
        closed,
      ),
    },
    closed,
  ),
)
export type InsightCharts = Static<typeof InsightCharts>
