import type { CreateSignalEndpoint } from '@flagstaff/contract/signals'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { Tx } from '../../../platform/write/write.ts'

type Row = Selectable<Tables['signal_endpoints']>

export type Endpoint = {
  id: number
  name: string
  description: string | null
  enabled: boolean
  createdAt: string
  createdByUserId: number
}
/** What people decide about an endpoint. */
export type EndpointFields = Required<CreateSignalEndpoint>

const toEndpoint = (row: Row): Endpoint => ({
  id: row.id,
  name: row.name,
  description: row.description,
  enabled: row.enabled,
  createdAt: row.created_at.toISOString(),
  createdByUserId: row.created_by_id,
})

export async function listEndpoints(db: Reader): Promise<Endpoint[]> {
  const rows = await db.selectFrom('signal_endpoints').selectAll().orderBy('id').execute()
  return rows.map(toEndpoint)
}

export async function findEndpoint(db: Reader, id: number): Promise<Endpoint | undefined> {
  const row = await db.selectFrom('signal_endpoints').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toEndpoint(row)
}

export async function lockEndpoint(tx: Tx, id: number): Promise<Endpoint | undefined> {
  const row = await tx.db
    .selectFrom('signal_endpoints')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toEndpoint(row)
}

export async function countEndpoints(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('signal_endpoints')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the name is taken. */
export async function insertEndpoint(tx: Tx, fields: EndpointFields): Promise<Endpoint | undefined> {
  const row = await tx.db
    .insertInto('signal_endpoints')
    .values({ ...fields, created_by_id: tx.actor.id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toEndpoint(row)
}

/** Undefined if another endpoint has the name. */
export async function replaceEndpoint(
  tx: Tx,
  id: number,
  fields: EndpointFields,
): Promise<Endpoint | undefined> {
  const row = await tx.db
    .updateTable('signal_endpoints')
    .set({ ...fields, version: sql`version + 1` })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from signal_endpoints other where other.name = ${fields.name} and other.id <> ${id})`,
    )
    .returningAll()
    .executeTakeFirst()
  return row && toEndpoint(row)
}

export const removeEndpoint = (tx: Tx, id: number) =>
  tx.db.deleteFrom('signal_endpoints').where('id', '=', id).execute()
