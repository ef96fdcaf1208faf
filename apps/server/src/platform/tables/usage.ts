import type { ColumnType, Generated } from 'kysely'
import type { GeneratedJson, GeneratedMoment, Moment, MomentOrNull } from './columns.ts'

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

type Applications = {
  name: string
  strategies: GeneratedJson
  created_at: GeneratedMoment
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
}

type ActivityDays = {
  project: string
  day: ColumnType<Date, string, string>
  changes: number
}

/** What applications tell. */
export type UsageTables = {
  activity_days: ActivityDays
  usage_hours: UsageHours
  applications: Applications
  instances: Instances
}
