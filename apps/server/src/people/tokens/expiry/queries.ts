import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

export type Noticed = { tokenId: number; userId: number; isService: boolean }

/**
 * Marks tokens that expire within this many days, if at least half of their lifetime is over and no notice as short was
 * sent before.
 */
export async function markNoticed(tx: Tx, days: number): Promise<Noticed[]> {
  const { rows } = await sql<Noticed>`
    update personal_tokens t set noticed_days = ${days}
    from users u
    where u.id = t.user_id and u.deleted_at is null
      and t.expires_at > now() and t.expires_at <= now() + make_interval(days => ${days})
      and now() - t.created_at >= t.expires_at - now()
      and (t.noticed_days is null or t.noticed_days > ${days})
    returning t.id as "tokenId", u.id as "userId", u.is_service as "isService"`.execute(tx.db)
  return rows
}

/** The administrators, who manage service accounts. */
export async function listAdmins(db: Reader): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
      select distinct u.id
      from users u join root_access a on a.user_id = u.id
        join role_permissions p on p.role_id = a.role_id and p.permission = 'ADMIN'
      where u.deleted_at is null and not u.is_service`,
  )
  return rows.map(({ id }) => id)
}

export type Notice = {
  description: string
  expiresAt: Date
  owner: string
  isService: boolean
  email: string | null
  name: string | null
}

/** The data of an expiry email; undefined if the token or the recipient was deleted. */
export async function findNotice(db: Reader, tokenId: number, readerId: number): Promise<Notice | undefined> {
  const [row] = await rowsOf(
    db,
    sql<Notice>`
      select t.description, t.expires_at as "expiresAt", coalesce(o.name, o.username, '') as owner,
        o.is_service as "isService", r.email, r.name
      from personal_tokens t join users o on o.id = t.user_id cross join users r
      where t.id = ${tokenId} and o.deleted_at is null and r.id = ${readerId} and r.deleted_at is null`,
  )
  return row
}
