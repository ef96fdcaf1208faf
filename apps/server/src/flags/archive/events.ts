import type { NewEvent, Touch } from '../../platform/write/write.ts'
import { about, record } from '../events.ts'
import type { Flag } from '../queries.ts'

/** Archiving or reviving a flag also changes which segments are in use. */
const withSegments = ({ name }: Flag, segments: readonly number[]): Touch[] => [
  ...segments.map((id) => ({ kind: 'segment' as const, name: String(id) })),
  { kind: 'flag', name },
]

export const flagArchived = (flag: Flag, segments: readonly number[]): NewEvent => ({
  type: 'feature-archived',
  ...about(flag),
  touches: withSegments(flag, segments),
})

export const flagRevived = (flag: Flag, segments: readonly number[]): NewEvent => ({
  type: 'feature-revived',
  ...about(flag),
  touches: withSegments(flag, segments),
})

export const flagDeleted = (flag: Flag): NewEvent => ({
  type: 'feature-deleted',
  ...about(flag),
  preData: record(flag),
  touches: [{ kind: 'flag', name: flag.name }],
})
