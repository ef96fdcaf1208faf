import type { Change, DocumentRow } from '@flagstaff/delivery'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Tables } from '../platform/tables.ts'

type Touches = NonNullable<Change['recent']>['touches']

const BATCH = 5_000
/** How many changes back a reader may be after a restart and still be sent only what it missed. */
const RECENT = 1_000
const MOST_TOUCHES = 10_000

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
    const { revision, epoch, historyFloor } = await readCounter(trx)
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
    const above = Math.max(historyFloor, revision - RECENT)
    const recent = await readTouches(trx, above)
    return { revision, epoch, complete: true, rows, heads, recent: recent && { above, touches: recent } }
  })

/** What was touched lately, so that readers who were away for a moment are sent only what they missed. */
async function readTouches(trx: Transaction<Tables>, above: number): Promise<Touches | undefined> {
  const columns = ['kind', 'name', 'environment', 'project'] as const
  const opened = trx
    .selectFrom('published')
    .select([...columns, 'from_revision as revision', sql<boolean>`false`.as('ended')])
    .where('from_revision', '>', above)
  const closed = trx
    .selectFrom('published')
    .select([...columns, sql<number>`until_revision`.as('revision'), sql<boolean>`true`.as('ended')])
    .where('until_revision', '>', above)
  const rows = await opened
    .unionAll(closed)
    .orderBy('revision')
    .limit(MOST_TOUCHES + 1)
    .execute()
  if (rows.length > MOST_TOUCHES) return undefined
  return rows.flatMap(({ kind, name, environment, project, revision, ended }) =>
    kind === 'flag' || kind === 'segment'
      ? [
          {
            kind,
            name,
            environment,
            revision: Number(revision),
            was: ended ? (project ?? undefined) : undefined,
          },
        ]
      : [],
  )
}

/** What was published or closed above a revision: ends first, then segments before the flags that use them. */
export const readChanges = (db: Db, above: number): Promise<Change> =>
  atOneMoment(db, async (trx) => {
    const { revision, epoch } = await readCounter(trx)
    const closed = await trx
      .selectFrom('published')
      .select(['kind', 'name', 'environment', 'until_revision as revision'])
      .where('until_revision', '>', above)
      .orderBy('until_revision')
      .execute()
    const opened = await trx
      .selectFrom('published')
      .select(['kind', 'name', 'environment', 'doc', 'meta', 'from_revision as revision'])
      .where('from_revision', '>', above)
      .where('until_revision', 'is', null)
      .orderBy('from_revision')
      .orderBy('kind', 'desc')
      .execute()
    const heads = await trx.selectFrom('heads').selectAll().where('revision', '>', above).execute()
    const keyOf = ({ kind, name, environment }: (typeof closed)[number]) =>
      JSON.stringify([kind, name, environment])
    const live = new Set(opened.map(keyOf))
    const ended = closed.filter((row) => !live.has(keyOf(row)))
    const rows = [...ended.map((row) => ({ ...row, doc: null, meta: null })), ...opened]
    return { revision, epoch, complete: false, rows: rows as DocumentRow[], heads }
  })
