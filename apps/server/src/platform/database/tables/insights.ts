import type { ColumnType, Generated } from 'kysely'
import type { Json, Moment, MomentOrNull } from './columns.ts'

type Day = ColumnType<Date, string, string>

type InsightFlows = {
  project: string
  day: Day
  kind: string
  dim: Generated<string>
  count: number
}

type FlagFirsts = {
  flag: string
  revision: number
  project: string
  type: string
  created_at: Moment
  production_at: MomentOrNull
}

type InsightDays = {
  project: string
  day: Day
  measured: boolean
  total: number
  stale: number
  overdue: number
  initial: number
  pre_live: number
  live: number
  completed: number
  experimental: number
  release: number
  permanent: number
  members: number
}

type InsightUsageDays = {
  project: string
  day: Day
  yes: number
  no: number
  flags: number
  apps: number
  environments: number
}

type InsightUsers = {
  day: Day
  total: number
  active: number
}

type AccessStates = {
  taken_at: Moment
  checked_at: Moment
  digest: string
  state: Json
}

/** What the insights and reports are made of. */
export type InsightTables = {
  insight_flows: InsightFlows
  flag_firsts: FlagFirsts
  insight_days: InsightDays
  insight_usage_days: InsightUsageDays
  insight_users: InsightUsers
  access_states: AccessStates
}
