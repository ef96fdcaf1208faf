import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Change } from './rules.ts'

export async function findRevision(db: Reader): Promise<number> {
  const { revision } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
  return revision
}

/** The changes after a revision, in order. */
export const listChanges = (db: Reader, after: number, limit: number): Promise<Change[]> =>
  rowsOf(
    db,
    sql<Change>`
    select e.revision, e.type, e.project, e.environment, e.flag, e.actor_id as "actorId",
      coalesce(e.data ->> 'id', e.pre_data ->> 'id', e.data ->> 'name', e.pre_data ->> 'name', e.data ->> 'value')
        as object,
      exists (select from projects p where p.id = e.project) as "projectExists"
    from events e where e.revision > ${after} order by e.revision limit ${limit}`,
  )
