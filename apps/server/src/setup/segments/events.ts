import type { AdminSegment } from '@flagstaff/contract/segments'
import type { NewEvent } from '../../platform/write/write.ts'
import type { PlannedUse } from './queries.ts'

const touches = ({ id }: AdminSegment) => [{ kind: 'segment' as const, name: String(id) }]

export const segmentCreated = (segment: AdminSegment): NewEvent => ({
  type: 'segment-created',
  project: segment.project,
  data: segment,
})

/** With where it will be used, because that is protected too. */
export const segmentUpdated = (
  before: AdminSegment,
  segment: AdminSegment,
  planned: readonly PlannedUse[],
): NewEvent => ({
  type: 'segment-updated',
  project: segment.project,
  data: segment,
  preData: before,
  touches: touches(segment),
  plans: planned.map((use) => ({
    ...use,
    name: String(segment.id),
    before: before.constraints,
    after: segment.constraints,
  })),
})

export const segmentDeleted = (segment: AdminSegment): NewEvent => ({
  type: 'segment-deleted',
  project: segment.project,
  preData: segment,
  touches: touches(segment),
})
