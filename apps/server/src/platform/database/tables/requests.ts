import type { Generated } from 'kysely'
import type { GeneratedMoment, Json, JsonOrNull, MomentOrNull } from './columns.ts'

type ChangeRequests = {
  id: Generated<number>
  project: string
  environment: string
  title: string | null
  state: string
  origin: string
  author_type: string
  author_id: number
  author_name: string
  min_approvals: number
  edition: Generated<number>
  submitted_edition: number | null
  affects: Json
  effects: Json
  base_revision: number
  state_times: Json
  created_at: GeneratedMoment
  version: Generated<number>
  scheduled_at: MomentOrNull
  schedule_status: string | null
  schedule_reason: string | null
  schedule_version: Generated<number>
  scheduled_by_type: string | null
  scheduled_by_id: number | null
  scheduled_by_name: string | null
  follows: Generated<number[]>
  instigators: Generated<number[]>
  until: MomentOrNull
  returns: number | null
}

type RequestChanges = {
  id: Generated<number>
  request: number
  position: number
  action: string
  environment: string
  flag: string | null
  segment: number | null
  target: string
  payload: JsonOrNull
  snapshot: JsonOrNull
  orders: Json
  author_id: number
  author_name: string
  created_at: GeneratedMoment
}

type RequestReviews = {
  request: number
  user_id: number
  user_name: string
  verdict: string
  edition: number
  created_at: GeneratedMoment
}

type RequestReviewers = {
  request: number
  user_id: number
  asked_at: GeneratedMoment
}

type RequestComments = {
  id: Generated<number>
  request: number
  user_id: number
  user_name: string
  text: string
  created_at: GeneratedMoment
}

type Freezes = {
  id: Generated<number>
  name: string
  reason: string
  project: string | null
  environments: string[]
  starts_at: MomentOrNull
  ends_at: MomentOrNull
  weekly: JsonOrNull
  break_glass: boolean
  created_by_id: number
  created_by_name: string
  created_at: GeneratedMoment
  version: Generated<number>
}

/** Change requests and their reviews, and freezes. */
export type RequestTables = {
  change_requests: ChangeRequests
  request_changes: RequestChanges
  request_reviews: RequestReviews
  request_reviewers: RequestReviewers
  request_comments: RequestComments
  freezes: Freezes
}
