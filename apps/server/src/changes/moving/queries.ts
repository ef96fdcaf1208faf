import type { Move } from '@flagstaff/contract/moving'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { storableJson } from '../../platform/database/text.ts'

export type StoredMove = {
  state: Omit<Move, 'updatedAt'>
  updatedAt: Date
  edition: number
  isStale: boolean
}

/** A step writes at least every few seconds, so after this time its process has ended. */
const STALE_SECONDS = 30

export async function findMove(read: Reader): Promise<StoredMove | undefined> {
  const [row] = await rowsOf(
    read,
    sql<StoredMove>`
      select state, edition, updated_at as "updatedAt",
        updated_at < now() - make_interval(secs => ${STALE_SECONDS}) as "isStale"
      from moving where id = 1`,
  )
  return row
}

/** Starts a step unless an import runs, which everything else would disturb; returns the edition. */
export async function claimMove(
  db: Db,
  patch: Partial<Move>,
  { isNewEdition }: { isNewEdition: boolean },
): Promise<number | undefined> {
  // Editions never repeat, so that a deleted move cannot be continued by what it started.
  const next = isNewEdition ? sql`nextval('moving_editions')::integer` : sql`moving.edition`
  const first = isNewEdition ? next : sql`0`
  const text = storableJson(patch)
  const { rows } = await sql<{ edition: number }>`
    insert into moving (id, edition, state) values (1, ${first}, ${text}::jsonb)
    on conflict (id) do update
    set state = (moving.state - 'error') || excluded.state, edition = ${isNewEdition ? sql`excluded.edition` : next}, updated_at = now()
    where not (moving.state ->> 'phase' = 'importing'
      and moving.updated_at >= now() - make_interval(secs => ${STALE_SECONDS}))
    returning edition`.execute(db)
  return rows[0]?.edition
}

/** Whether the move still exists in this edition. */
export async function patchMove(db: Db, patch: Partial<Move>, edition: number): Promise<boolean> {
  const { rows } = await sql<{ edition: number }>`
    update moving set state = state || ${storableJson(patch)}::jsonb, updated_at = now()
    where id = 1 and edition = ${edition} returning edition`.execute(db)
  return rows.length > 0
}

export const deleteMove = (db: Db) => sql`delete from moving where id = 1`.execute(db)
