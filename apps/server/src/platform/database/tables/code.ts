import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, JsonOrNull } from './columns.ts'

type CodePlans = {
  id: string
  owner: string
  basis: number
  projects: string[]
  answer: Json
  parts: Json
  applied: Generated<number>
  created_by_id: number
  created_by_name: string
  created_at: GeneratedMoment
}

type CodeClaims = {
  project: string
  flag: string
  environment: Generated<string>
  field: string
  owner: string
  path: string
  url: string | null
  commit: string | null
  applied: Json
  without_rollout: Generated<boolean>
  proposed: JsonOrNull
  request: number | null
  revision: number
  applied_at: GeneratedMoment
}

type CodeLocks = {
  project: string
  owner: string
}

/** Flags as code. */
export type CodeTables = {
  code_plans: CodePlans
  code_claims: CodeClaims
  code_locks: CodeLocks
}
