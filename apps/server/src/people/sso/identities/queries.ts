import type { LinkedIdentity, SignInProvider } from '@flagstaff/contract/sso'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

const columns = ['id', 'protocol', 'issuer', 'subject', 'created_at'] as const
type Row = Omit<LinkedIdentity, 'createdAt'> & { created_at: Date }

const toIdentity = ({ created_at, ...row }: Row): LinkedIdentity => ({
  ...row,
  createdAt: created_at.toISOString(),
})

/** The identities of an account, oldest first. */
export async function listIdentities(db: Reader, userId: number): Promise<LinkedIdentity[]> {
  const rows = await db
    .selectFrom('linked_identities')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map(toIdentity)
}

export async function lockIdentity(tx: Tx, userId: number, id: number): Promise<LinkedIdentity | undefined> {
  const row = await tx.db
    .selectFrom('linked_identities')
    .select(columns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row && toIdentity(row)
}

/** Undefined if that protocol, issuer and subject are already linked. */
export async function replaceProtocol(
  tx: Tx,
  id: number,
  protocol: SignInProvider | null,
): Promise<LinkedIdentity | undefined> {
  const { rows } = await sql<Row>`
      update linked_identities i set protocol = ${protocol}
      where id = ${id} and not exists (
        select from linked_identities o
        where o.id <> i.id and o.protocol is not distinct from ${protocol} and o.issuer = i.issuer and o.subject = i.subject)
      returning ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(tx.db)
  return rows[0] && toIdentity(rows[0])
}
