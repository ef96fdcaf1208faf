import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, MomentOrNull } from './columns.ts'

type ReleaseTemplates = {
  id: string
  name: string
  description: string | null
  project: string | null
  milestones: Json
  created_by_id: number
  created_at: GeneratedMoment
  archived_at: MomentOrNull
  version: Generated<number>
}

type ReleasePlans = {
  id: string
  flag: string
  environment: string
  template_id: string
  name: string
  description: string | null
  milestones: Json
  active_milestone: string | null
  due_at: MomentOrNull
  remaining: string | null
  paused_at: MomentOrNull
  pause_reason: string | null
  held_at: MomentOrNull
  created_by_id: number
  created_at: GeneratedMoment
  version: Generated<number>
}

type Safeguards = {
  id: string
  flag: string
  environment: string
  plan: string | null
  metric: Json
  condition: Json
  triggered_at: MomentOrNull
  created_at: GeneratedMoment
}

/** Release templates, the plans that flags follow, and the safeguards that stop them. */
export type ReleaseTables = {
  release_templates: ReleaseTemplates
  release_plans: ReleasePlans
  safeguards: Safeguards
}
