import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

// What the migrations make; a test compares the two.

/** Written as text, read as the value. */
type Json = ColumnType<unknown, string, string>
type Moment = ColumnType<Date, Date | string, Date | string>
type MomentOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>
type GeneratedJson = ColumnType<unknown, string | undefined, string>
type GeneratedMoment = ColumnType<Date, Date | string | undefined, Date | string>

type Counter = {
  one: Generated<boolean>
  revision: Generated<number>
  hash: Buffer
  history_floor: Generated<number>
  epoch: Generated<number>
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
}

type Settings = {
  name: string
  value: Json
  version: Generated<number>
}

type Roles = {
  id: Generated<number>
  name: string
  description: Generated<string>
  type: string
  version: Generated<number>
}

type RolePermissions = {
  role_id: number
  permission: string
  environment: Generated<string>
  project: Generated<string>
}

type Users = {
  id: Generated<number>
  username: string | null
  email: string | null
  name: string | null
  root_role: number
  password_hash: string | null
  is_service: Generated<boolean>
  created_at: GeneratedMoment
  seen_at: MomentOrNull
  login_attempts: Generated<number>
  deleted_at: MomentOrNull
  version: Generated<number>
}

type UsedPasswords = {
  user_id: number
  password_hash: string
  used_at: GeneratedMoment
}

type Sessions = {
  digest: Buffer
  id: Generated<string>
  user_id: number
  created_at: GeneratedMoment
  expires_at: Moment
  seen_at: GeneratedMoment
  ip: string | null
  user_agent: string | null
}

type PasswordLinks = {
  digest: Buffer
  user_id: number | null
  created_by: string
  created_at: GeneratedMoment
  expires_at: Moment
  used_at: MomentOrNull
}

type PersonalTokens = {
  id: Generated<number>
  user_id: number
  description: string
  digest: Buffer
  expires_at: Moment
  created_at: GeneratedMoment
  seen_at: MomentOrNull
}

type LoginAttempts = {
  who: string
  minute: Moment
  attempts: number
}

type Environments = {
  name: string
  type: string
  sort_order: Generated<number>
  enabled: Generated<boolean>
  protected: Generated<boolean>
  required_approvals: number | null
  created_at: GeneratedMoment
  version: Generated<number>
}

type Projects = {
  id: string
  name: string
  description: string | null
  mode: Generated<string>
  default_stickiness: Generated<string>
  feature_limit: number | null
  naming_pattern: string | null
  naming_example: string | null
  naming_description: string | null
  link_templates: GeneratedJson
  created_at: GeneratedMoment
  updated_at: GeneratedMoment
  archived_at: MomentOrNull
  version: Generated<number>
}

type ProjectEnvironments = {
  project: string
  environment: string
  default_strategy: JsonOrNull
}

type ProjectMembers = {
  project: string
  user_id: number
  role_id: number
  added_at: GeneratedMoment
}

type ContextFields = {
  name: string
  description: string | null
  legal_values: GeneratedJson
  stickiness: Generated<boolean>
  sort_order: Generated<number>
  value_type: Generated<string>
  project: string | null
  created_at: GeneratedMoment
  version: Generated<number>
}

type StrategyTypes = {
  name: string
  title: string | null
  description: string | null
  parameters: GeneratedJson
  built_in: Generated<boolean>
  deprecated: Generated<boolean>
  sort_order: Generated<number>
  version: Generated<number>
}

type Segments = {
  id: Generated<number>
  name: string
  description: string | null
  project: string | null
  constraints: Json
  created_by: string
  created_at: GeneratedMoment
  version: Generated<number>
}

type TagTypes = {
  name: string
  description: Generated<string>
  icon: string | null
  color: string | null
  version: Generated<number>
}

type Tags = {
  type: string
  value: string
}

type FlagTypes = {
  id: string
  name: string
  description: string
  lifetime_days: number | null
  sort_order: number
  version: Generated<number>
}

type Flags = {
  name: string
  project: string
  type: string
  description: string | null
  impression_data: Generated<boolean>
  stale: Generated<boolean>
  potentially_stale: Generated<boolean>
  created_at: GeneratedMoment
  created_by_id: number
  created_by_name: string
  archived_at: MomentOrNull
  last_seen_at: MomentOrNull
  version: Generated<number>
  search_text: GeneratedAlways<string>
  revived_at: MomentOrNull
  pre_live_at: MomentOrNull
  live_at: MomentOrNull
  completed_at: MomentOrNull
  completed_status: string | null
  completed_value: string | null
  stage: GeneratedAlways<string>
}

type FlagEnvironments = {
  flag: string
  environment: string
  enabled: Generated<boolean>
  variants: GeneratedJson
  last_seen_at: MomentOrNull
}

type Rules = {
  id: string
  flag: string
  environment: string
  name: string
  title: string | null
  parameters: GeneratedJson
  constraints: GeneratedJson
  variants: GeneratedJson
  disabled: Generated<boolean>
  sort_order: number
  milestone_id: string | null
  created_at: GeneratedMoment
  version: Generated<number>
}

type RuleSegments = {
  rule_id: string
  segment_id: number
}

type FlagTags = {
  flag: string
  tag_type: string
  tag_value: string
}

type FlagDependencies = {
  child: string
  parent: string
  enabled: Generated<boolean>
  variants: GeneratedJson
}

type FlagLinks = {
  id: string
  flag: string
  url: string
  title: string | null
}

type ApiTokens = {
  id: string
  digest: Buffer
  masked: string
  name: string
  type: string
  environment: string
  all_projects: boolean
  alias: string | null
  expires_at: MomentOrNull
  created_at: GeneratedMoment
  seen_at: MomentOrNull
  created_by: string
  version: Generated<number>
}

type ApiTokenProjects = {
  token_id: string
  project: string
}

type SavedViews = {
  id: Generated<number>
  user_id: number
  project: string | null
  name: string
  search: string
  created_at: GeneratedMoment
}

type FavoriteFlags = {
  user_id: number
  flag: string
  created_at: GeneratedMoment
}

type FavoriteProjects = {
  user_id: number
  project: string
  created_at: GeneratedMoment
}

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

export type Tables = {
  activity_days: ActivityDays
  counter: Counter
  events: Events
  published: Published
  heads: Heads
  idempotency_keys: IdempotencyKeys
  undos: Undos
  followers: Followers
  settings: Settings
  roles: Roles
  role_permissions: RolePermissions
  users: Users
  used_passwords: UsedPasswords
  sessions: Sessions
  password_links: PasswordLinks
  personal_tokens: PersonalTokens
  login_attempts: LoginAttempts
  environments: Environments
  projects: Projects
  project_environments: ProjectEnvironments
  project_members: ProjectMembers
  context_fields: ContextFields
  strategy_types: StrategyTypes
  segments: Segments
  tag_types: TagTypes
  tags: Tags
  flag_types: FlagTypes
  flags: Flags
  flag_environments: FlagEnvironments
  rules: Rules
  rule_segments: RuleSegments
  flag_tags: FlagTags
  flag_dependencies: FlagDependencies
  flag_links: FlagLinks
  api_tokens: ApiTokens
  api_token_projects: ApiTokenProjects
  favorite_flags: FavoriteFlags
  favorite_projects: FavoriteProjects
  saved_views: SavedViews
  usage_hours: UsageHours
  applications: Applications
  instances: Instances
}
