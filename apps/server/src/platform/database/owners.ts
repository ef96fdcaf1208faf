import type {
  DeleteQueryBuilder,
  DeleteResult,
  InsertQueryBuilder,
  InsertResult,
  UpdateQueryBuilder,
  UpdateResult,
} from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * The slices that write a table. The first one owns it; the others need its rows in the same transaction. Any slice can
 * read any table. A test compares this with the source.
 */
export const owners = {
  access_requests: ['people/users'],
  action_runs: ['outside/signals'],
  action_set_actions: ['outside/signals'],
  action_sets: ['outside/signals'],
  action_steps: ['outside/signals'],
  activity_days: ['insight/events'],
  api_token_projects: ['people/tokens'],
  api_tokens: ['people/tokens', 'delivery'],
  application_uses: ['insight/applications'],
  applications: ['insight/applications'],
  banners: ['instance'],
  change_requests: ['changes/requests'],
  context_fields: ['setup/context'],
  counter: ['platform', 'delivery'],
  deliveries: ['outside/integrations'],
  edge_grants: ['people/tokens'],
  edge_nonces: ['people/tokens'],
  edge_reports: ['insight/traffic'],
  edges: ['insight/receipts'],
  environments: ['setup/environments'],
  events: ['platform'],
  favorite_flags: ['insight/favorites'],
  favorite_projects: ['insight/favorites'],
  feedback: ['instance'],
  flag_dependencies: ['flags'],
  flag_environments: ['flags', 'setup/projects', 'setup/environments'],
  flag_firsts: ['insight/insights'],
  flag_links: ['flags'],
  flag_tags: ['setup/tags'],
  flag_types: ['flags'],
  flags: ['flags', 'setup/projects'],
  followers: ['platform', 'outside/integrations'],
  freezes: ['changes/freezes'],
  group_members: ['people/access', 'people/users'],
  groups: ['people/access'],
  guard_batches: ['flags'],
  guard_minutes: ['flags'],
  guard_states: ['flags'],
  heads: ['platform'],
  heartbeats: ['platform'],
  idempotency_keys: ['platform'],
  identities: ['people/sso'],
  impact_charts: ['insight/usage'],
  impact_days: ['insight/usage'],
  impact_hours: ['insight/usage'],
  impact_metrics: ['insight/usage'],
  impact_minutes: ['insight/usage'],
  impact_series: ['insight/usage'],
  insight_days: ['insight/insights'],
  insight_flows: ['insight/insights'],
  insight_usage_days: ['insight/insights'],
  insight_users: ['insight/insights'],
  instances: ['insight/applications'],
  integrations: ['outside/integrations'],
  invite_link_users: ['people/users'],
  invite_links: ['people/users'],
  login_attempts: ['people/auth'],
  logins: ['people/auth'],
  notification_preferences: ['insight/notifications'],
  notifications: ['insight/notifications'],
  outcome_metrics: ['flags'],
  password_links: ['people/users'],
  personal_tokens: ['people/tokens', 'insight/notifications'],
  project_access: ['people/access'],
  project_environments: ['setup/projects', 'setup/environments'],
  project_groups: ['people/access'],
  project_members: ['people/access'],
  projects: ['setup/projects'],
  protections: ['changes/requests', 'setup/projects'],
  published: ['platform', 'delivery'],
  receipts: ['insight/receipts'],
  release_plans: ['flags'],
  release_templates: ['changes/templates'],
  request_changes: ['changes/requests'],
  request_comments: ['changes/requests'],
  request_reviewers: ['changes/requests'],
  request_reviews: ['changes/requests'],
  role_permissions: ['people/access'],
  roles: ['people/access'],
  root_access: ['people/access'],
  rule_segments: ['flags', 'setup/environments'],
  rules: ['flags', 'setup/environments'],
  safeguards: ['flags'],
  sample_batches: ['instance'],
  saved_views: ['insight/views'],
  scim_token: ['people/scim'],
  scim_users: ['people/scim'],
  segments: ['setup/segments'],
  sessions: ['people/auth'],
  settings: ['instance', 'people/scim', 'people/sso', 'insight/usage'],
  sign_in_flows: ['people/sso'],
  sign_in_trials: ['people/sso'],
  signal_endpoints: ['outside/signals'],
  signal_tokens: ['outside/signals'],
  signals: ['outside/signals'],
  strategy_types: ['setup/strategies'],
  tag_types: ['setup/tags'],
  tags: ['setup/tags'],
  token_copies: ['people/tokens'],
  token_seeds: ['people/tokens'],
  traffic_days: ['insight/traffic'],
  traffic_minutes: ['insight/traffic'],
  undos: ['platform'],
  unknown_flags: ['insight/usage'],
  usage_batches: ['insight/usage', 'delivery'],
  usage_days: ['insight/usage'],
  usage_hours: ['insight/usage', 'delivery'],
  used_passwords: ['people/users'],
  user_marks: ['instance'],
  users: ['people/users', 'people/auth', 'people/access'],
} as const satisfies Record<keyof Tables, readonly string[]>

export type Owner = (typeof owners)[keyof typeof owners][number]

/** The tables that a slice writes. */
export type TableOf<Name extends Owner> = {
  [Table in keyof Tables]: Name extends (typeof owners)[Table][number] ? Table : never
}[keyof Tables]

/** Reads everything, and writes only the tables of one slice. */
export type OwnDb<Name extends Owner> = Pick<Db, 'selectFrom'> & {
  insertInto<T extends TableOf<Name>>(table: T): InsertQueryBuilder<Tables, T, InsertResult>
  updateTable<T extends TableOf<Name>>(table: T): UpdateQueryBuilder<Tables, T, T, UpdateResult>
  deleteFrom<T extends TableOf<Name>>(table: T): DeleteQueryBuilder<Tables, T, DeleteResult>
}

/** Limits a handle to the tables of the slice that it is passed to. */
export const own = <Name extends Owner>(db: Db): OwnDb<Name> => db as unknown as OwnDb<Name>
