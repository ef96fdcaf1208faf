import type { ColumnType, Generated } from 'kysely'
import type { GeneratedJson, GeneratedMoment, Json, JsonOrNull, Moment, MomentOrNull } from './columns.ts'

type UsageHours = {
  hour: Moment
  environment: string
  app: string
  flag: string
  variant: string
  writer: number
  yes: Generated<number>
  no: Generated<number>
}

type UsageLog = {
  id: Generated<number>
  writer: number
  at: GeneratedMoment
  rows: Json
}

/** A view of the hours and the log. */
type UsageCounts = {
  hour: Moment
  environment: string
  app: string
  flag: string
  variant: string
  yes: number
  no: number
}

type UsageDays = {
  day: ColumnType<Date, string, string>
  environment: string
  app: string
  flag: string
  variant: string
  yes: number
  no: number
}

type UnknownFlags = {
  environment: string
  name: string
  app: string
  seen_at: GeneratedMoment
}

type Applications = {
  name: string
  strategies: GeneratedJson
  created_at: GeneratedMoment
  seen_at: GeneratedMoment
  description: string | null
  url: string | null
  color: string | null
  icon: string | null
  created_by: string | null
  announced: Generated<boolean>
}

type ApplicationUses = {
  app: string
  project: string
  environment: string
  seen_at: GeneratedMoment
}

type Instances = {
  app: string
  instance: string
  environment: string
  sdk_version: string | null
  sdk_type: string
  spec_version: string | null
  platform: string | null
  connection_id: string | null
  interval_ms: number | null
  started_at: MomentOrNull
  ip: string | null
  seen_at: GeneratedMoment
  connect_via: JsonOrNull
}

type Receipts = {
  reporter: string
  environment: string
  kind: 'server' | 'edge'
  about: Json
  named: Json
  counted: Json
  updated_at: GeneratedMoment
}

type ImpactMetrics = {
  name: string
  type: string
  help: string
  public: Generated<boolean>
  registered_at: MomentOrNull
}

type ImpactSeries = {
  id: Generated<number>
  metric: string
  labels: Json
  bounds: Generated<number[]>
  value: Generated<number>
  count: Generated<number>
  buckets: Generated<number[]>
  seen_at: GeneratedMoment
  public: Generated<boolean>
  digest: string
}

type ImpactMinutes = {
  series_id: number
  minute: Moment
  value: number
  count: Generated<number>
  buckets: Generated<number[]>
}

type ImpactHours = {
  series_id: number
  hour: Moment
  value: number
  count: number
  buckets: number[]
}

type ImpactDays = {
  series_id: number
  day: Moment
  value: number
  count: number
  buckets: number[]
}

type ImpactCharts = {
  id: string
  flag: string | null
  title: string | null
  metric: string
  source: string
  mode: string
  time_range: string
  labels: Json
  y_axis_min: string
}

type SampleBatches = {
  id: Generated<number>
  environment: string
  app: string
  projects: string[]
  started_at: GeneratedMoment
  seen_at: GeneratedMoment
  count: number
  fields: Json
}

type ActivityDays = {
  project: string
  day: ColumnType<Date, string, string>
  changes: number
}

type UsageBatches = {
  environment: string
  id: string
  received_at: GeneratedMoment
}

type TrafficMinutes = {
  minute: Moment
  app: string
  grp: string
  writer: number
  ok: number
  same: number
  refused: number
  failed: number
}

type TrafficDays = {
  day: ColumnType<Date, string, string>
  grp: string
  source: 'server' | 'edge'
  ok: number
  same: number
  refused: number
  failed: number
}

type Edges = {
  identifier: string
  parent: string | null
  started_at: MomentOrNull
  reported_at: GeneratedMoment
}

type EdgeReports = {
  identifier: string
  started: string
  minute: Moment
  report: string
}

/** What applications report. */
export type UsageTables = {
  activity_days: ActivityDays
  edge_reports: EdgeReports
  edges: Edges
  traffic_days: TrafficDays
  traffic_minutes: TrafficMinutes
  usage_hours: UsageHours
  usage_log: UsageLog
  usage_counts: UsageCounts
  usage_days: UsageDays
  usage_batches: UsageBatches
  unknown_flags: UnknownFlags
  applications: Applications
  application_uses: ApplicationUses
  instances: Instances
  receipts: Receipts
  impact_metrics: ImpactMetrics
  impact_series: ImpactSeries
  impact_minutes: ImpactMinutes
  impact_hours: ImpactHours
  impact_charts: ImpactCharts
  impact_days: ImpactDays
  sample_batches: SampleBatches
}
