import type { InactiveUser } from '@flagstaff/contract/users'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

type Row = {
  id: number
  name: string | null
  username: string | null
  email: string | null
  created_at: Date
  seen_at: Date | null
  pat_seen_at: Date | null
}

/** Accounts without a sign-in or use of a personal token for this many days. */
export async function listInactiveUsers(db: Reader, days: number): Promise<InactiveUser[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select u.id, u.name, u.username, u.email, u.created_at, u.seen_at, max(t.seen_at) as pat_seen_at
      from users u left join personal_tokens t on t.user_id = u.id
      where u.deleted_at is null and not u.is_service
      group by u.id
      having greatest(u.created_at, u.seen_at, max(t.seen_at)) < now() - make_interval(days => ${days})
      order by u.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    username: row.username,
    ...(row.email === null ? {} : { email: row.email }),
    createdAt: row.created_at.toISOString(),
    seenAt: row.seen_at?.toISOString() ?? null,
    patSeenAt: row.pat_seen_at?.toISOString() ?? null,
  }))
}
