import type { Generated } from 'kysely'
import type { GeneratedMoment, Moment, MomentOrNull } from './columns.ts'

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

/** Who may come in, and what is theirs. */
export type AccountsTables = {
  roles: Roles
  role_permissions: RolePermissions
  users: Users
  used_passwords: UsedPasswords
  sessions: Sessions
  password_links: PasswordLinks
  personal_tokens: PersonalTokens
  login_attempts: LoginAttempts
  api_tokens: ApiTokens
  api_token_projects: ApiTokenProjects
  favorite_flags: FavoriteFlags
  favorite_projects: FavoriteProjects
  saved_views: SavedViews
}
