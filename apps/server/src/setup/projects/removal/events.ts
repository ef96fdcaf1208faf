import type { NewEvent } from '../../../platform/write/write.ts'
import type { RemovedField, RemovedFlag, RemovedSegment } from './queries.ts'

export const flagDeleted = (flag: RemovedFlag): NewEvent => ({
  type: 'feature-deleted',
  project: flag.project,
  flag: flag.name,
  tags: flag.tags,
  preData: flag,
  touches: [{ kind: 'flag', name: flag.name }],
})

export const segmentDeleted = (project: string, segment: RemovedSegment): NewEvent => ({
  type: 'segment-deleted',
  project,
  preData: segment,
  touches: [{ kind: 'segment', name: String(segment.id) }],
})

export const contextFieldDeleted = (project: string, field: RemovedField): NewEvent => ({
  type: 'context-field-deleted',
  project,
  preData: field,
})
