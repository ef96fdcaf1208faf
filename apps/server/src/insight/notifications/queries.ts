import { KEPT_DAYS, MOST_NOTIFICATIONS } from '@flagstaff/contract/notifications'
import type { Permission } from '@flagstaff/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { type Caller, confinedTo } from '../../platform/write/actor.ts'
import type { Noted } from './texts.ts'

/** The caller as a reader of notifications. */
export type Recipient = Pick<Caller, 'viewer' | 'may'>

const guarded: readonly Permission[] = ['ADMIN', 'UPDATE_ADDON', 'UPDATE_PROJECT']

/** Permissions can also come from a role in the project. */
const holdsInProject = sql`exists (select from project_access a
  join role_permissions r on r.role_id = a.role_id and r.permission in ('ADMIN', n.permission)
  where a.user_id = n.user_id and a.project = n.project)`

/** Whether the caller can see the notification `n` now: sight may have been lost since it was made. */
export function isSeenBy({ viewer, may }: Recipient): RawBuilder<boolean> {
  const projects = confinedTo(viewer)
  const held = guarded.filter((permission) => may(permission, {}))
  return sql<boolean>`n.user_id = ${viewer.userId}
    and (n.permission is null or n.permission = any(${held}::text[]) or ${holdsInProject})
    and (n.project is null or exists (select from projects p where p.id = n.project
      and (${projects}::text[] is null or p.id = any(${projects}::text[]))))`
}

const columns = sql`n.id, n.kind, n.created_at as "createdAt", n.read_at as "readAt", n.events, n.project, n.environment,
  n.flag, n.request, n.actor_name as "actorName", n.details, e.type, e.data, e.pre_data as "preData"`

/** The newest notifications that the caller can see. */
export const listNotifications = (db: Reader, reader: Recipient): Promise<Noted[]> =>
  rowsOf(
    db,
    sql<Noted>`select ${columns} from notifications n left join events e on e.revision = n.revision
      where ${isSeenBy(reader)} and n.shown order by n.id desc limit ${MOST_NOTIFICATIONS}`,
  )

/** Those of an email that are still worth sending: unread, and of what the reader can see. */
export const listUnread = (db: Reader, reader: Recipient, ids: readonly number[]): Promise<Noted[]> =>
  rowsOf(
    db,
    sql<Noted>`select ${columns} from notifications n left join events e on e.revision = n.revision
      where ${isSeenBy(reader)} and n.read_at is null and n.id = any(${ids}::int[]) order by n.id`,
  )

export async function countUnread(db: Reader, reader: Recipient): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`select count(*)::int as count from notifications n
      where ${isSeenBy(reader)} and n.shown and n.read_at is null`,
  )
  return row?.count ?? 0
}

/** Without ids, marks all of them. */
export const markRead = (db: Db, userId: number, ids?: readonly number[]) =>
  sql`update notifications set read_at = now()
    where user_id = ${userId} and read_at is null and (${ids ?? null}::int[] is null or id = any(${ids ?? null}::int[]))`.execute(
    db,
  )

export async function findNewestId(db: Reader): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ id: number }>`select coalesce(max(id), 0)::int as id from notifications`,
  )
  return row?.id ?? 0
}

/** New notifications in the user interface, for open pages. */
export const listNewer = (db: Reader, after: number) =>
  rowsOf(
    db,
    sql<{ id: number; userId: number }>`select id, user_id as "userId" from notifications
      where id > ${after} order by id limit 10000`,
  )

/** The newest notification of an account about events after a revision. */
export async function findMissed(db: Reader, userId: number, after: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('revision', '>', after)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export const removeOld = (db: Db) =>
  sql`delete from notifications where created_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db)
