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

/** Other systems that get events. */
export type OutsideTables = {
  integrations: Integrations
  deliveries: Deliveries
}
