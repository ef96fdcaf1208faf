import type { AccountsTables } from './tables/accounts.ts'
import type { CodeTables } from './tables/code.ts'
import type { ConfigurationTables } from './tables/configuration.ts'
import type { HistoryTables } from './tables/history.ts'
import type { InsightTables } from './tables/insights.ts'
import type { InstanceTables } from './tables/instance.ts'
import type { NotificationTables } from './tables/notifications.ts'
import type { OutsideTables } from './tables/outside.ts'
import type { ReleaseTables } from './tables/releases.ts'
import type { RequestTables } from './tables/requests.ts'
import type { ScimTables } from './tables/scim.ts'
import type { UsageTables } from './tables/usage.ts'

/** The tables that the migrations create; a test compares the two. */
export type Tables = HistoryTables &
  AccountsTables &
  CodeTables &
  ConfigurationTables &
  NotificationTables &
  OutsideTables &
  InsightTables &
  InstanceTables &
  ReleaseTables &
  RequestTables &
  ScimTables &
  UsageTables
