import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

/** False if the nonce was used before. */
export async function useNonce(db: Db, nonce: string): Promise<boolean> {
  const { rows } = await sql`insert into edge_nonces (nonce) values (${nonce})
    on conflict do nothing returning 1`.execute(db)
  return rows.length > 0
}

/** Requests are valid for five minutes before and after their timestamp. */
export const removeOldNonces = (db: Db) =>
  db.deleteFrom('edge_nonces').where(sql<boolean>`used_at < now() - interval '11 minutes'`).execute()

export type Grant = { generation: number; isLive: boolean }

/** The generation that a scope has reached, and whether its token still exists. */
export async function findGrant(db: Reader, scope: string): Promise<Grant | undefined> {
  const [row] = await rowsOf(
    db,
    sql<Grant>`select generation, exists (select from api_tokens t
        where t.id = g.token_id and (t.expires_at is null or t.expires_at > now())) as "isLive"
      from edge_grants g where scope = ${scope}`,
  )
  return row
}

/** Another process can have reached a later generation in the meantime. */
export const raiseGrant = (tx: Tx, grant: { scope: string; generation: number; tokenId: string }) =>
  tx.db
    .insertInto('edge_grants')
    .values({ scope: grant.scope, generation: grant.generation, token_id: grant.tokenId })
    .onConflict((conflict) =>
      conflict
        .column('scope')
        .doUpdateSet({ generation: grant.generation, token_id: grant.tokenId })
        .where('edge_grants.generation', '<', grant.generation),
    )
    .execute()
