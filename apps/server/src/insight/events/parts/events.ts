import type { Span } from '@flagstaff/event-log/part-file'
import type { NewEvent } from '../../../platform/write/write.ts'

const nameOf = ({ first, last }: Span) => `${first} to ${last}`

export const removalRequested = (part: Span, sha256: string): NewEvent => ({
  type: 'event-part-removal-requested',
  data: { name: nameOf(part), firstEvent: part.first, lastEvent: part.last, sha256 },
})

/** The hash chain goes on from here: `verifyChain` looks for this event. */
export const partRemoved = (part: Span, sha256: string, lastHash: string): NewEvent => ({
  type: 'event-part-removed',
  data: { name: nameOf(part), firstEvent: part.first, lastEvent: part.last, lastHash, sha256 },
})
