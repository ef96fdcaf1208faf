import { PRODUCTIVITY_REPORT } from '@flagstaff/contract/notifications'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

export type Due = { userId: number; kind: string; ids: number[] }

/**
 * Claims the emails that are due: two minutes after a notification that is still unread, and at most one of each kind in
 * ten minutes. Those that come in between are joined.
 */
export const claimDue = (tx: Tx): Promise<Due[]> =>
  rowsOf(
    tx.read,
    sql<Due>`
      with due as (
        select n.user_id, n.kind from notifications n
        where n.mail = 'now' and n.mailed_at is null and n.read_at is null
          and n.created_at between now() - interval '1 day' and now() - interval '2 minutes'
          and not exists (select from notifications m where m.user_id = n.user_id and m.kind = n.kind
            and m.mail = 'now' and m.mailed_at > now() - interval '10 minutes')
        group by n.user_id, n.kind
      ), claimed as (
        update notifications n set mailed_at = now() from due d
        where n.user_id = d.user_id and n.kind = d.kind and n.mail = 'now' and n.mailed_at is null
          and n.read_at is null and n.created_at > now() - interval '1 day'
        returning n.id, n.user_id, n.kind
      )
      select user_id as "userId", kind, array_agg(id order by id) as ids from claimed group by user_id, kind`,
  )

/** Claims everything for the daily email of each account. */
export const claimDaily = (tx: Tx): Promise<Omit<Due, 'kind'>[]> =>
  rowsOf(
    tx.read,
    sql<Omit<Due, 'kind'>>`
      with claimed as (
        update notifications set mailed_at = now()
        where mail = 'daily' and mailed_at is null and read_at is null and created_at > now() - interval '2 days'
        returning id, user_id
      )
      select user_id as "userId", array_agg(id order by id) as ids from claimed group by user_id`,
  )

/** Claims the monthly reports: each account gets one in a month. */
export const claimReports = (tx: Tx): Promise<{ userId: number }[]> =>
  rowsOf(
    tx.read,
    sql<{ userId: number }>`
      update notification_preferences set mailed_at = now()
      where kind = ${PRODUCTIVITY_REPORT} and mail <> 'off'
        and (mailed_at is null or mailed_at < now() - interval '7 days')
      returning user_id as "userId"`,
  )

export type Addressee = { id: number; email: string | null; name: string | null }

export async function findAddressee(db: Reader, id: number): Promise<Addressee | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}
