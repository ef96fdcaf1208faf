import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, Moment, MomentOrNull } from './columns.ts'

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
  scim_id: string | null
  external_id: string | null
  version: Generated<number>
}

type Groups = {
  id: Generated<number>
  name: string
  description: string | null
  root_role: number | null
  mappings: Generated<string[]>
  scim_id: string | null
  external_id: string | null
  created_by: string
  created_at: GeneratedMoment
  version: Generated<number>
}

type GroupMembers = {
  group_id: number
  user_id: number
  joined_at: GeneratedMoment
  created_by: string
  origin: Generated<'hand' | 'sso' | 'scim'>
}

type ProjectGroups = {
  project: string
  group_id: number
  role_id: number
  added_at: GeneratedMoment
}

/** Project roles per account, directly or through a group. */
type ProjectAccess = {
  project: string
  user_id: number
  role_id: number
  group_id: number | null
  added_at: GeneratedMoment
}

/** Root roles per account, directly or through a group. */
type RootAccess = {
  user_id: number
  role_id: number
  group_id: number | null
}

/** Only servers of the previous release read and write it. */
type Identities = {
  issuer: string
  subject: string
  user_id: number
  created_at: GeneratedMoment
}

type LinkedIdentities = {
  id: Generated<number>
  /** Null if it is not known; such a row opens nothing. */
  protocol: 'oidc' | 'saml' | null
  issuer: string
  subject: string
  user_id: number
  created_at: GeneratedMoment
  /** From before the protocol was stored. */
  inherited: Generated<boolean>
}

type SignInFlows = {
  digest: Buffer
  kind: string
  return_to: string
  expires_at: Moment
}

/** Devices that wait for the approval of a user, by the digests of their two codes. */
type DeviceGrants = {
  digest: Buffer
  user_code_digest: Buffer
  host: string
  ip: string
  days: number
  poll_seconds: Generated<number>
  polled_at: MomentOrNull
  /** The user who approved it. */
  user_id: number | null
  denied: Generated<boolean>
  propose_only: Generated<boolean>
  created_at: GeneratedMoment
  expires_at: Moment
}

/** Results of test sign-ins through a provider. */
type SignInTrials = {
  digest: Buffer
  result: Json
  expires_at: Moment
}

type Logins = {
  id: Generated<number>
  created_at: GeneratedMoment
  type: 'login' | 'logout'
  auth_type: string
  username: string
  successful: boolean
  failure_reason: string | null
  ip: string | null
  user_agent: string | null
}

type InviteLinks = {
  id: string
  digest: Buffer
  name: string
  role_id: number
  enabled: Generated<boolean>
  created_by: string
  created_at: GeneratedMoment
  expires_at: Moment
}

type InviteLinkUsers = {
  link_id: string
  user_id: number
  created_at: GeneratedMoment
}

type AccessRequests = {
  id: string
  email: string
  requested_at: GeneratedMoment
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
  auth_type: Generated<string>
  /** Encrypted with the session cookie. */
  provider_hint: Buffer | null
}

type KnownBrowsers = {
  id: Generated<number>
  user_id: number
  browser: string
  ip: string | null
  first_at: GeneratedMoment
  seen_at: GeneratedMoment
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
  noticed_days: number | null
  propose_only: Generated<boolean>
}

type LoginAttempts = {
  who: string
  minute: Moment
  attempts: number
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
  cdn: Generated<boolean>
}

type ApiTokenProjects = {
  token_id: string
  project: string
}

type EdgeGrants = {
  scope: string
  generation: Generated<number>
  token_id: string | null
}

type EdgeNonces = {
  nonce: string
  used_at: GeneratedMoment
}

type TokenSeeds = {
  digest: Buffer
  created_at: GeneratedMoment
}

type TokenCopies = {
  token_id: string
  holder: Buffer
  sealed: Buffer
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

type FlagWatchers = {
  user_id: number
  flag: string
  created_at: GeneratedMoment
}

type FavoriteProjects = {
  user_id: number
  project: string
  created_at: GeneratedMoment
}

/** Accounts, roles, tokens and sessions. */
export type AccountsTables = {
  roles: Roles
  role_permissions: RolePermissions
  users: Users
  groups: Groups
  group_members: GroupMembers
  project_groups: ProjectGroups
  project_access: ProjectAccess
  root_access: RootAccess
  identities: Identities
  linked_identities: LinkedIdentities
  device_grants: DeviceGrants
  sign_in_flows: SignInFlows
  sign_in_trials: SignInTrials
  logins: Logins
  invite_links: InviteLinks
  invite_link_users: InviteLinkUsers
  access_requests: AccessRequests
  used_passwords: UsedPasswords
  sessions: Sessions
  known_browsers: KnownBrowsers
  password_links: PasswordLinks
  personal_tokens: PersonalTokens
  login_attempts: LoginAttempts
  api_tokens: ApiTokens
  api_token_projects: ApiTokenProjects
  edge_grants: EdgeGrants
  edge_nonces: EdgeNonces
  token_seeds: TokenSeeds
  token_copies: TokenCopies
  favorite_flags: FavoriteFlags
  favorite_projects: FavoriteProjects
  flag_watchers: FlagWatchers
  saved_views: SavedViews
}
