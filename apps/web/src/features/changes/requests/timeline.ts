import type { Event } from '@flagstaff/contract/events'
import type { ChangeRequest } from '@flagstaff/contract/requests'
import { formatMinute } from '../../../lib/format.ts'
import { nameOf } from '../../../ui/Person.tsx'
import type { MessageKey } from './messages.ts'

export type Moment = {
  key: string
  at: string
  /** The text of the moment; undefined for a comment. */
  text: MessageKey | undefined
  name: string
  /** Other values in the text. */
  values?: Record<string, string | number>
  comment?: string
  tone?: 'ok' | 'bad'
}

/** What happened to a request, oldest first: its states, reviews, schedules and comments. */
export function timelineOf(request: ChangeRequest, events: readonly Event[] = []): Moment[] {
  const { stateTimestamps: times, approvals, rejections, comments, affects, returns } = request
  const author = nameOf(request.createdBy)
  const state = (key: string, text: MessageKey, tone?: Moment['tone']): Moment[] => {
    const at = times[key]
    return at ? [{ key, at, text, name: author, ...(tone ? { tone } : {}) }] : []
  }
  const isReviewed = affects.length > 0 || times['In review'] !== undefined
  const schedules = events.flatMap((event) => scheduleMoment(event) ?? [])
  const isOnTime = events.some(({ type }) => type === 'change-request-scheduled-application-success')
  const moments: Moment[] = [
    {
      key: 'opened',
      at: request.createdAt,
      name: author,
      ...(returns === undefined
        ? { text: 'talk.opened' }
        : { text: 'talk.openedReturn', values: { id: returns } }),
    },
    ...state('In review', 'talk.sent'),
    ...approvals.map(({ createdBy, createdAt }) => ({
      key: `approval ${createdBy.id}`,
      at: createdAt,
      text: 'talk.approvedOne' as const,
      name: nameOf(createdBy),
      tone: 'ok' as const,
    })),
    ...rejections.map(({ createdBy, createdAt }) => ({
      key: `rejection ${createdBy.id}`,
      at: createdAt,
      text: 'talk.rejectedOne' as const,
      name: nameOf(createdBy),
      tone: 'bad' as const,
    })),
    ...state('Approved', isReviewed ? 'talk.approved' : 'talk.ready', 'ok'),
    ...(schedules.length > 0 ? schedules : state('Scheduled', 'talk.scheduled')),
    ...state('Applied', isOnTime ? 'talk.appliedOnTime' : 'talk.applied', 'ok'),
    ...state('Cancelled', 'talk.cancelled'),
    ...comments.map(({ id, createdBy, createdAt, text }) => ({
      key: `comment ${id}`,
      at: createdAt,
      text: undefined,
      name: nameOf(createdBy),
      comment: text,
    })),
  ]
  // A stable sort: what happened in one transaction keeps this order.
  return moments.toSorted((a, b) => a.at.localeCompare(b.at))
}

/** A request can be scheduled and suspended several times; only the event log has all of them. */
function scheduleMoment({ id, type, createdAt, createdBy, createdByName, data }: Event): Moment | undefined {
  const base = { key: `event ${id}`, at: createdAt, name: createdByName ?? createdBy }
  const reason = String(data?.reason ?? '')
  switch (type) {
    case 'change-request-scheduled': {
      const when = formatMinute(String(data?.scheduledAt))
      return {
        ...base,
        text: data?.returns === undefined ? 'talk.scheduledFor' : 'talk.scheduledReturn',
        values: { when },
      }
    }
    case 'change-request-schedule-suspended':
      return { ...base, text: 'talk.suspended', values: { reason }, tone: 'bad' }
    case 'change-request-scheduled-application-failure':
      return { ...base, text: 'talk.failed', values: { reason }, tone: 'bad' }
  }
  return undefined
}
