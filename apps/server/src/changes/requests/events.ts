import type { EventType } from '@flagstaff/contract/event-types'
import type { NewEvent } from '../../platform/write/write.ts'
import type { Change } from './changes/difference.ts'
import type { Counted } from './rules.ts'

type About = { id: number; project: string; environment: string; title?: string | null }

/** An event of a request. The events of one request are found by their group. */
export const requestEvent = (
  type: EventType,
  { id, project, environment, title }: About,
  data: object = {},
): NewEvent => ({
  type,
  project,
  environment,
  data: Object.assign(data, { changeRequestId: id, ...(title ? { title } : {}) }),
})

/** For an event of the request: everyone who sees its project reads it, so it names no place in another one. */
export const approvalsIn = ({ project }: About, counted: readonly Counted[]) => {
  const approvals = counted.filter((place) => place.project === project)
  const elsewhere = counted.length - approvals.length
  return { approvals, ...(elsewhere > 0 ? { otherPlaces: elsewhere } : {}) }
}

/** Without the values: only the author sees a draft, and applying it records them. */
export const changeEvent = (type: EventType, request: About, change: Omit<Change, 'orders'>): NewEvent => ({
  ...requestEvent(type, request, {
    action: change.action,
    ...(change.segment === null ? {} : { segment: change.segment }),
  }),
  flag: change.flag,
})
