import type { Generated } from 'kysely'
import type { GeneratedMoment, MomentOrNull } from './columns.ts'

type ScimUsers = {
  user_id: number
  user_name: string
  display_name: string | null
  given_name: string | null
  family_name: string | null
  active: Generated<boolean>
  modified_at: GeneratedMoment
}

type ScimToken = {
  only_one: Generated<boolean>
  digest: Buffer
  created_by: string
  created_at: GeneratedMoment
  seen_at: MomentOrNull
  seen_request: string | null
  seen_status: number | null
}

/** Data of SCIM provisioning. */
export type ScimTables = {
  scim_users: ScimUsers
  scim_token: ScimToken
}
