import { sql } from 'kysely'
import type { Tx } from './write.ts'

/** Which rows a change will hold, apart from its project. */
export type Locks = {
  /** Used as they are, such as by a rule. */
  segments?: readonly number[]
  /** About to change themselves. */
  changedSegments?: readonly number[]
  flags?: readonly string[]
}

export type ProjectLock = { project: string; exclusively: boolean }

/**
 * Takes the locks of several commands at once, in the order that every change keeps: projects, segments, flags, each
 * by key. Commands that run one after the other would take them in the order in which they happen to stand, and two
 * such lists could block each other in a circle.
 */
export async function lockTogether(tx: Tx, projects: readonly ProjectLock[], locks: readonly Locks[]) {
  const ids = projects.map(({ project }) => project)
  const exclusively = projects.some((one) => one.exclusively)
  const changed = locks.flatMap(({ changedSegments = [] }) => changedSegments)
  const segments = [...changed, ...locks.flatMap(({ segments: used = [] }) => used)]
  const flags = locks.flatMap(({ flags: names = [] }) => names)
  await Promise.all([
    ...(ids.length > 0
      ? [
          sql`select id from projects where id = any(${ids}) order by id
            ${exclusively ? sql`for update` : sql`for share`}`.execute(tx.db),
        ]
      : []),
    ...(segments.length > 0
      ? [
          sql`select id from segments where id = any(${segments}::numeric[]) order by id
            ${changed.length > 0 ? sql`for update` : sql`for key share`}`.execute(tx.db),
        ]
      : []),
    ...(flags.length > 0
      ? [sql`select name from flags where name = any(${flags}) order by name for update`.execute(tx.db)]
      : []),
  ])
}
