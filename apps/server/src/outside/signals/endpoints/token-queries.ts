import type { SignalEndpointToken } from '@flagstaff/contract/signals'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/write/write.ts'

const columns = ['id', 'endpoint_id', 'name', 'created_at', 'created_by_id'] as const
type Row = Pick<Selectable<Tables['signal_tokens']>, (typeof columns)[number]>

const toToken = (row: Row): SignalEndpointToken => ({
  id: row.id,
  name: row.name,
  signalEndpointId: row.endpoint_id,
  createdAt: row.created_at.toISOString(),
  createdByUserId: row.created_by_id,
})

export async function listTokens(db: Reader, endpoint?: number): Promise<SignalEndpointToken[]> {
  const all = db.selectFrom('signal_tokens').select(columns).orderBy('id')
  const rows = await (endpoint === undefined ? all : all.where('endpoint_id', '=', endpoint)).execute()
  return rows.map(toToken)
}

export async function countTokens(tx: Tx, endpoint: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('signal_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('endpoint_id', '=', endpoint)
    .executeTakeFirstOrThrow()
  return count
}

export async function lockToken(tx: Tx, endpoint: number, id: number) {
  const row = await tx.db
    .selectFrom('signal_tokens')
    .select(columns)
    .where('endpoint_id', '=', endpoint)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toToken(row)
}

/** Undefined if the endpoint has a token with this name. */
export async function insertToken(tx: Tx, token: { endpoint: number; name: string; digest: Buffer }) {
  const row = await tx.db
    .insertInto('signal_tokens')
    .values({
      endpoint_id: token.endpoint,
      name: token.name,
      digest: token.digest,
      created_by_id: tx.actor.id,
    })
    .onConflict((conflict) => conflict.columns(['endpoint_id', 'name']).doNothing())
    .returning(columns)
    .executeTakeFirst()
  return row && toToken(row)
}

/** Undefined if another token of the endpoint has the name. */
export async function renameToken(tx: Tx, { id, signalEndpointId }: SignalEndpointToken, name: string) {
  const row = await tx.db
    .updateTable('signal_tokens')
    .set({ name })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from signal_tokens other
        where other.endpoint_id = ${signalEndpointId} and other.name = ${name} and other.id <> ${id})`,
    )
    .returning(columns)
    .executeTakeFirst()
  return row && toToken(row)
}

export const removeToken = (tx: Tx, id: number) =>
  tx.db.deleteFrom('signal_tokens').where('id', '=', id).execute()
