import type { EventType } from '@flagstaff/contract/event-types'
import type { Touch } from './documents.ts'
import type { PlannedEffect } from './effects.ts'

export type NewEvent = {
  type: EventType
  project?: string | null | undefined
  environment?: string | null | undefined
  flag?: string | null | undefined
  tags?: readonly { type: string; value: string }[] | undefined
  data?: unknown
  preData?: unknown
  touches?: readonly Touch[] | undefined
  /** What it decides about the future: protected like behaviour, although nothing is published yet. */
  plans?: readonly PlannedEffect[] | undefined
}
