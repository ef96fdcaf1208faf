import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, MomentOrNull } from './columns.ts'

type Integrations = {
  id: Generated<number>
  provider: string
  description: string | null
  enabled: boolean
  parameters: Json
  secrets: string | null
  signing: string
  signing_before: string | null
  signing_changed_at: MomentOrNull
  events: string[]
  projects: string[]
  environments: string[]
  reach: string[] | null
  unscoped: boolean
  created_at: GeneratedMoment
  version: Generated<number>
}

type Deliveries = {
  id: Generated<string>
  integration_id: number
  from_revision: number
  to_revision: number
  events: number
  attempt: number
  state: string
  status: number | null
  ms: number
  error: string | null
  answer: string | null
  body_digest: string | null
  replay: Generated<boolean>
  created_at: GeneratedMoment
}

type SignalEndpoints = {
  id: Generated<number>
  name: string
  description: string | null
  enabled: boolean
  created_at: GeneratedMoment
  created_by_id: number
  version: Generated<number>
}

type SignalTokens = {
  id: Generated<number>
  endpoint_id: number
  name: string
  digest: Buffer
  created_at: GeneratedMoment
  created_by_id: number
}

type Signals = {
  id: Generated<number>
  endpoint_id: number
  token_id: number | null
  key: string | null
  payload: Json
  state: Generated<string>
  created_at: GeneratedMoment
}

type ActionSets = {
  id: Generated<number>
  project: string
  name: string
  description: string | null
  enabled: boolean
  actor_id: number
  endpoint_id: number
  filters: Json
  on_protected: string
  allowances: string[]
  created_at: GeneratedMoment
  created_by_id: number
  version: Generated<number>
}

type ActionSetActions = {
  id: Generated<number>
  set_id: number
  position: number
  sort_order: number
  action: string
  parameters: Json
  created_at: GeneratedMoment
  created_by_id: number
}

type ActionRuns = {
  id: Generated<number>
  set_id: number
  signal_id: number
  project: string
  state: Generated<string>
  snapshot: Json
  created_at: GeneratedMoment
  noticed_at: MomentOrNull
}

type ActionSteps = {
  run_id: number
  position: number
  state: Generated<string>
  details: string | null
}

/** Other systems that get events, or send signals. */
export type OutsideTables = {
  integrations: Integrations
  deliveries: Deliveries
  signal_endpoints: SignalEndpoints
  signal_tokens: SignalTokens
  signals: Signals
  action_sets: ActionSets
  action_set_actions: ActionSetActions
  action_runs: ActionRuns
  action_steps: ActionSteps
}
