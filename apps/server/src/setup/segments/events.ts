import type { AdminSegment } from '@flagstaff/contract/segments'
import type { NewEvent } from '../../platform/write/write.ts'

const touches = ({ id }: AdminSegment) => [{ kind: 'segment' as const, name: String(id) }]

export const segmentCreated = (segment: AdminSegment): NewEvent => ({
  type: 'segment-created',
  project: segment.project,
  data: segment,
})

export const segmentUpdated = (before: AdminSegment, segment: AdminSegment): NewEvent => ({
  type: 'segment-updated',
  project: segment.project,
  data: segment,
  preData: before,
  touches: touches(segment),
})

export const segmentDeleted = (segment: AdminSegment): NewEvent => ({
  type: 'segment-deleted',
  project: segment.project,
  preData: segment,
  touches: touches(segment),
})
