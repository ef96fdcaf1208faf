import type { UserAccessRequest } from '@flagstaff/contract/users'
import type { Reader } from '../../../platform/database/database.ts'
import { ulid } from '../../../platform/ulid.ts'
import type { Tx } from '../../../platform/write/write.ts'

export async function listAccessRequests(db: Reader): Promise<UserAccessRequest[]> {
  const rows = await db
    .selectFrom('access_requests')
    .selectAll()
    .orderBy('requested_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, email, requested_at }) => ({ id, email, requestedAt: requested_at.toISOString() }))
}

/** Undefined if there already is a request for this email address. */
export const insertAccessRequest = (tx: Tx, email: string) =>
  tx.db
    .insertInto('access_requests')
    .values({ id: ulid(), email })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .executeTakeFirst()

/** Undefined if it does not exist or was decided by another request. */
export const removeAccessRequest = (tx: Tx, id: string) =>
  tx.db.deleteFrom('access_requests').where('id', '=', id).returning(['id', 'email']).executeTakeFirst()
