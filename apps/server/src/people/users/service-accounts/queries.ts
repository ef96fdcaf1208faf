import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { accountColumns, toUser } from '../../auth/index.ts'

export type KnownAccount = ServiceAccount & { rootRole: number; name: string; username: string }

export async function listServiceAccounts(db: Reader): Promise<KnownAccount[]> {
  const rows = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('is_service', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toServiceAccount)
}

/** Also true after it was deleted: tools that refresh its tokens then find none, and not an error. */
export async function wasServiceAccount(db: Reader, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('is_service', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

export async function lockServiceAccount(tx: Tx, id: number): Promise<KnownAccount | undefined> {
  const row = await tx.db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', id)
    .where('is_service', '=', true)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && toServiceAccount(row)
}

type NewAccount = { name: string; username: string; rootRole: number }

/** Undefined if a person or another service account has this user name. */
export async function insertServiceAccount(tx: Tx, account: NewAccount): Promise<KnownAccount | undefined> {
  const { name, username, rootRole } = account
  const row = await tx.db
    .insertInto('users')
    .values({ name, username, root_role: rootRole, is_service: true })
    .onConflict((conflict) => conflict.doNothing())
    .returning(accountColumns)
    .executeTakeFirst()
  return row && toServiceAccount(row)
}

export async function replaceServiceAccount(
  tx: Tx,
  id: number,
  { name, rootRole }: { name: string; rootRole: number },
): Promise<KnownAccount> {
  const row = await tx.db
    .updateTable('users')
    .set((eb) => ({ name, root_role: rootRole, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(accountColumns)
    .executeTakeFirstOrThrow()
  return toServiceAccount(row)
}

function toServiceAccount(row: Parameters<typeof toUser>[0]): KnownAccount {
  const { id, name, username, imageUrl, rootRole, createdAt, seenAt, objectVersion } = toUser(row)
  return {
    id,
    name: name ?? '',
    username: username ?? '',
    imageUrl,
    rootRole,
    createdAt,
    seenAt,
    objectVersion,
  }
}
