import type { Generated, GeneratedAlways } from 'kysely'
import type { GeneratedJson, GeneratedMoment, Json, JsonOrNull, MomentOrNull } from './columns.ts'

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

type Protections = {
  project: string
  environment: string
  required_approvals: number
  off_is_free: boolean
  reason_required: boolean
  admins_approve_own: boolean
  strict: boolean
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
  value_type: Generated<string>
  value_schema: JsonOrNull
  default_value: JsonOrNull
  stale: Generated<boolean>
  potentially_stale: Generated<boolean>
  created_at: GeneratedMoment
  created_by_id: number
  created_by_name: string
  owner_user_id: number | null
  owner_group_id: number | null
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

type CodeRepositories = {
  id: Generated<number>
  name: string
}

type CodeReferences = {
  repository_id: number
  branch: string
  commit: string
  url_template: string | null
  uploaded_at: GeneratedMoment
  flag: string
  places: Json
  count: number
  first_seen_at: GeneratedMoment
  gone_at: MomentOrNull
}

type FlagComments = {
  id: Generated<number>
  flag: string
  user_id: number
  user_name: string
  text: string
  mentions: Generated<number[]>
  created_at: GeneratedMoment
  edited_at: MomentOrNull
}

type FlagEnvironments = {
  flag: string
  environment: string
  enabled: Generated<boolean>
  variants: GeneratedJson
  last_seen_at: MomentOrNull
  /** When the flag was first turned on in this environment; set by a trigger. */
  released_at: MomentOrNull
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

/** Everything that users configure. */
export type ConfigurationTables = {
  environments: Environments
  projects: Projects
  protections: Protections
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
  code_references: CodeReferences
  code_repositories: CodeRepositories
  flag_comments: FlagComments
}
