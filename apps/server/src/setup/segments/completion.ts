import type { Logger } from 'pino'
import Type from 'typebox'
import type { Job } from '../../platform/background/jobs.ts'
import type { WorkHandles } from '../../platform/manifest.ts'
import { command, run } from '../../platform/write/commands.ts'
import { upgradeStored } from '../../platform/write/upgrade.ts'
import { completeConstraint } from '../constraints/index.ts'
import { segmentUpdated } from './events.ts'
import { listIncompleteSegments, lockSegment, replaceSegment } from './queries.ts'

const SEGMENTS_AT_ONCE = 20

/** Completes segments that were stored before their values were completed when they are saved. */
export const completeSegments = command({
  name: 'segment.complete',
  input: Type.Object({ segments: Type.Array(Type.Integer()) }),
  permission: 'ADMIN',
  scope: () => ({}),
  locks: ({ segments }) => ({ changedSegments: segments }),
  allowedWhen: ['maintenance', 'archived'],
  async run(tx, { segments }): Promise<number> {
    let changed = 0
    for (const id of segments) {
      const before = await lockSegment(tx, id)
      const constraints = before?.constraints.map(completeConstraint) ?? []
      if (!before || constraints.every((one, index) => one === before.constraints[index])) continue
      const segment = await replaceSegment(tx, id, { ...before, constraints })
      if (!segment) continue
      // It means the same as before, so it needs no review where it will be used.
      tx.record(segmentUpdated(before, segment, []))
      changed += 1
    }
    return changed
  },
})

/** Completes segments that an earlier version has stored, before anybody is served. */
export const completeStoredSegments = ({ read, write }: WorkHandles, logger?: Logger): Promise<void> =>
  upgradeStored<number>(
    write,
    {
      what: 'segments',
      next: (after = 0) => listIncompleteSegments(read, after, SEGMENTS_AT_ONCE),
      change: (tx, segments) => run(tx, completeSegments, { segments: [...segments] }),
    },
    logger,
  )

/** During an upgrade, servers of the earlier version go on storing such segments. */
export const segmentCompletion = (handles: WorkHandles): Job[] => [
  { name: 'segment-completion', cron: '*/10 * * * *', run: () => completeStoredSegments(handles) },
]
