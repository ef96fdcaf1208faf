import type { ChangeRequest } from '@flagstaff/contract/requests'
import { nameOf } from '../../../ui/Person.tsx'
import type { MessageKey } from './messages.ts'

export type Moment = {
  key: string
  at: string
  /** The text of the moment; undefined for a comment. */
  text: MessageKey | undefined
  name: string
  comment?: string
  tone?: 'ok' | 'bad'
}

/** What happened to a request, oldest first: its states, reviews and comments. */
export function timelineOf(request: ChangeRequest): Moment[] {
  const { stateTimestamps: times, approvals, rejections, comments, affects } = request
  const author = nameOf(request.createdBy)
  const state = (key: string, text: MessageKey, tone?: Moment['tone']): Moment[] => {
    const at = times[key]
    return at ? [{ key, at, text, name: author, ...(tone ? { tone } : {}) }] : []
  }
  const isReviewed = affects.length > 0 || times['In review'] !== undefined
  const moments: Moment[] = [
    { key: 'opened', at: request.createdAt, text: 'talk.opened', name: author },
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
    ...state('Scheduled', 'talk.scheduled'),
    ...state('Applied', 'talk.applied', 'ok'),
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
