import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'
import { type ProjectRecord, toRecord } from '../queries.ts'

export async function countActiveFlags(tx: Tx, project: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('flags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if it already has this state. */
export async function setArchived(tx: Tx, id: string, archived: boolean): Promise<ProjectRecord | undefined> {
  const row = await tx.db
    .updateTable('projects')
    .set((eb) => ({
      archived_at: archived ? sql<Date>`now()` : null,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('archived_at', archived ? 'is' : 'is not', null)
    .returningAll()
    .executeTakeFirst()
  return row && toRecord(row)
}
