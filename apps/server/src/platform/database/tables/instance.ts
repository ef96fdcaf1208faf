import type { Generated } from 'kysely'
import type { GeneratedMoment, Json } from './columns.ts'

type Banners = {
  id: Generated<number>
  message: string
  variant: string
  enabled: boolean
  sticky: boolean
  icon: string | null
  link: string | null
  link_text: string | null
  dialog_title: string | null
  dialog: string | null
  created_at: GeneratedMoment
  version: Generated<number>
}

type Moving = {
  id: number
  edition: Generated<number>
  state: Json
  updated_at: GeneratedMoment
}

type UserMarks = {
  user_id: number
  kind: string
  id: string
  value: Json
  at: GeneratedMoment
}

type Feedback = {
  id: Generated<number>
  category: string
  user_type: string | null
  difficulty_score: number | null
  positive: string | null
  areas_for_improvement: string | null
  created_at: GeneratedMoment
}

/** What belongs to the instance as a whole. */
export type InstanceTables = {
  banners: Banners
  moving: Moving
  user_marks: UserMarks
  feedback: Feedback
}
