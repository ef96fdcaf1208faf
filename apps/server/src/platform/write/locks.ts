import { sql } from 'kysely'
import type { Tx } from './write.ts'

/** The rows that a change will lock, apart from its project. */
export type Locks = {
  /** Read but not changed, such as the segments of a rule. */
  segments?: readonly number[]
  /** Changed themselves. */
  changedSegments?: readonly number[]
  flags?: readonly string[]
}

export type ProjectLock = { project: string; exclusive: boolean }

/**
 * Takes the locks of several commands at once, in the global lock order: projects, segments, flags, each in key order.
 * If each command took its own locks in turn, two lists of commands could deadlock.
 */
export async function lockTogether(tx: Tx, projects: readonly ProjectLock[], locks: readonly Locks[]) {
  const ids = projects.map(({ project }) => project)
  const exclusive = projects.some((one) => one.exclusive)
  const changed = locks.flatMap(({ changedSegments = [] }) => changedSegments)
  const segments = [...changed, ...locks.flatMap(({ segments: used = [] }) => used)]
  const flags = locks.flatMap(({ flags: names = [] }) => names)
  await Promise.all([
    ...(ids.length > 0
      ? [
          sql`select id from projects where id = any(${ids}) order by id
            ${exclusive ? sql`for update` : sql`for share`}`.execute(tx.db),
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

/** Until the commit, no other transaction that takes this lock counts the same things. */
export async function lockCount(tx: Tx, counted: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`count of ${counted}`}, 0))`.execute(tx.db)
}
