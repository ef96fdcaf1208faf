import type { Generated } from 'kysely'
import type { GeneratedMoment, JsonOrNull, MomentOrNull } from './columns.ts'

type Notifications = {
  id: Generated<number>
  user_id: number
  kind: string
  source: string
  revision: number | null
  events: Generated<number>
  project: string | null
  environment: string | null
  flag: string | null
  request: number | null
  permission: string | null
  actor_name: string
  details: JsonOrNull
  shown: boolean
  mail: string
  created_at: GeneratedMoment
  read_at: MomentOrNull
  mailed_at: MomentOrNull
}

type NotificationPreferences = {
  user_id: number
  kind: string
  in_app: boolean
  mail: string
  mailed_at: MomentOrNull
}

export type NotificationTables = {
  notifications: Notifications
  notification_preferences: NotificationPreferences
}
