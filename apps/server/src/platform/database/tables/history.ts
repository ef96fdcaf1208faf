import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, JsonOrNull, Moment, MomentOrNull } from './columns.ts'

type Counter = {
  one: Generated<boolean>
  revision: Generated<number>
  hash: Buffer
  history_floor: Generated<number>
  epoch: Generated<string>
  guard_id: Generated<string>
}

type Events = {
  revision: number
  type: string
  created_at: Moment
  actor_type: string
  actor_id: number
  actor_name: string
  ip: string | null
  project: string | null
  environment: string | null
  flag: string | null
  tags: Json
  group_type: string | null
  group_id: string | null
  data: JsonOrNull
  pre_data: JsonOrNull
  digest: Buffer
  hash: Buffer
  words: Generated<string>
  via: Generated<string | null>
  client: Generated<string | null>
}

type Published = {
  kind: string
  environment: string
  name: string
  project: string | null
  from_revision: number
  until_revision: number | null
  format: number
  doc: Json
  meta: Json
}

type Heads = {
  environment: string
  project: string
  revision: number
  hash: Buffer
}

type RemovedEventParts = {
  last_revision: number
  first_revision: number
  file_digest: Buffer
  requested_at: GeneratedMoment
  checked_revision: Generated<number>
  failure: string | null
  last_hash: Buffer | null
  removed_at: MomentOrNull
}

type Heartbeats = {
  process: string
  at: Moment
}

type IdempotencyKeys = {
  digest: Buffer
  body_digest: Buffer
  answer: Buffer | null
  created_at: GeneratedMoment
}

type Undos = {
  id: string
  actor: string
  first_revision: number
  revision: number
  orders: Json
  created_at: GeneratedMoment
}

type Followers = {
  name: string
  revision: Generated<number>
  holder: string | null
  held_until: Generated<Date>
  retry_at: Generated<Date>
  failures: Generated<number>
  failing_since: MomentOrNull
  last_error: string | null
  until_revision: number | null
}

type Settings = {
  name: string
  value: Json
  version: Generated<number>
}

type Backbone = {
  only_row: Generated<boolean>
  holder: string | null
  held_until: MomentOrNull
  incarnation: string | null
  trouble: Generated<string | null>
  trouble_at: MomentOrNull
}

/** The event log, published documents, and what coordinates writes. */
export type HistoryTables = {
  backbone: Backbone
  counter: Counter
  events: Events
  published: Published
  heads: Heads
  heartbeats: Heartbeats
  removed_event_parts: RemovedEventParts
  idempotency_keys: IdempotencyKeys
  undos: Undos
  followers: Followers
  settings: Settings
}
