import type { Change, DocumentRow } from '@flagstaff/delivery'
import type { Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'

const BATCH = 5_000

export async function readCounter(db: Db) {
  const row = await db
    .selectFrom('counter')
    .select(['revision', 'epoch', 'history_floor as historyFloor'])
    .executeTakeFirstOrThrow()
  return row
}

/** Rows and revision from one moment: exactly the changes up to that revision. */
const atOneMoment = <T>(db: Db, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)

/** Everything that is live, read in batches. */
export const readAll = (db: Db): Promise<Change> =>
  atOneMoment(db, async (trx) => {
    const { revision, epoch } = await readCounter(trx)
    const rows: DocumentRow[] = []
    let after = { kind: '', name: '', environment: '' }
    for (;;) {
      const batch = await trx
        .selectFrom('published')
        .select(['kind', 'name', 'environment', 'doc', 'meta'])
        .where('until_revision', 'is', null)
        .where((eb) =>
          eb(
            eb.refTuple('kind', 'name', 'environment'),
            '>',
            eb.tuple(after.kind, after.name, after.environment),
          ),
        )
        .orderBy('kind')
        .orderBy('name')
        .orderBy('environment')
        .limit(BATCH)
        .execute()
      for (const row of batch) rows.push(row as DocumentRow)
      const last = batch.at(-1)
      if (!last || batch.length < BATCH) break
      after = last
    }
    const heads = await trx.selectFrom('heads').selectAll().execute()
    return { revision, epoch, complete: true, rows, heads }
  })

/** What was published or closed above a revision: ends first, then segments before the flags that use them. */
export const readChanges = (db: Db, above: number): Promise<Change> =>
  atOneMoment(db, async (trx) => {
    const { revision, epoch } = await readCounter(trx)
    const closed = await trx
      .selectFrom('published')
      .select(['kind', 'name', 'environment'])
      .where('until_revision', '>', above)
      .execute()
    const opened = await trx
      .selectFrom('published')
      .select(['kind', 'name', 'environment', 'doc', 'meta'])
      .where('from_revision', '>', above)
      .where('until_revision', 'is', null)
      .orderBy('from_revision')
      .orderBy('kind', 'desc')
      .execute()
    const heads = await trx.selectFrom('heads').selectAll().where('revision', '>', above).execute()
    const rows = [...closed.map((row) => ({ ...row, doc: null, meta: null })), ...opened]
    return { revision, epoch, complete: false, rows: rows as DocumentRow[], heads }
  })
