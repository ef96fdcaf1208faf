import type { EventType } from '@flagstaff/contract/event-types'
import type { Freeze } from '@flagstaff/contract/freezes'
import type { NewEvent } from '../../platform/write/write.ts'

export const freezeEvent = (
  type: EventType,
  project: string | null,
  before: Freeze | undefined,
  after: Freeze | undefined,
): NewEvent => ({ type, project, preData: shown(before), data: shown(after) ?? { name: before?.name } })

const shown = (freeze: Freeze | undefined) => {
  if (!freeze) return undefined
  const {
    active: _,
    activeUntil: _until,
    createdAt: _at,
    createdBy: _by,
    objectVersion: _v,
    ...data
  } = freeze
  return data
}
