import type { Generated } from 'kysely'
import type { GeneratedJson, GeneratedMoment, Json, JsonOrNull, Moment, MomentOrNull } from './columns.ts'

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
  guards: GeneratedJson
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

type GuardStates = {
  plan: string
  id: string
  flag: string
  environment: string
  source: string
  metric: string
  digest: string
  state: Generated<string>
  bets: JsonOrNull
  band: JsonOrNull
  read_until: GeneratedMoment
  last_data_at: MomentOrNull
  verdict_at: MomentOrNull
}

type GuardBatches = {
  id: Generated<string>
  plan: string
  guard: string
  at: GeneratedMoment
  counts: number[]
}

type GuardMinutes = {
  plan: string
  guard: string
  minute: Moment
  on_uses: number
  on_events: number
  off_uses: number
  off_events: number
  low: number | null
  high: number | null
}

type OutcomeMetrics = {
  flag: string
  environment: string
  metric: string
  seen_at: GeneratedMoment
}

type Overrides = {
  id: string
  flag: string
  environment: string
  signed_at: Moment
  recorded_at: GeneratedMoment
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
  overrides: Overrides
  safeguards: Safeguards
  guard_states: GuardStates
  guard_batches: GuardBatches
  guard_minutes: GuardMinutes
  outcome_metrics: OutcomeMetrics
}
