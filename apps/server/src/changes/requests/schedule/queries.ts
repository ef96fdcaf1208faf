import { sql } from 'kysely'
import { callerFor, readAccess } from '../../../people/access/index.ts'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Actor, Caller } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { type StoredEffect, type StoredRequest, selectRequests, toRequest } from '../queries.ts'

/** By the clock of the database, which all servers share. */
export async function isFuture(tx: Tx, at: Date): Promise<boolean> {
  // Some times that the format allows do not exist, such as leap seconds.
  if (Number.isNaN(at.getTime())) return false
  const [row] = await rowsOf(tx.read, sql<{ future: boolean }>`select ${at} > clock_timestamp() as future`)
  return row?.future ?? false
}

/**
 * Schedules a request, again if it was before. It follows the requests that are scheduled earlier and change the same
 * things. Returns how often it was scheduled.
 */
export async function saveSchedule(tx: Tx, { id }: StoredRequest, at: Date): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    update change_requests set state = 'Scheduled', version = version + 1,
      state_times = state_times || jsonb_build_object('Scheduled', now()),
      scheduled_at = ${at}, schedule_status = 'pending', schedule_reason = null,
      schedule_version = schedule_version + 1, scheduled_by_type = ${tx.actor.type},
      scheduled_by_id = ${tx.actor.id}, scheduled_by_name = ${tx.actor.name},
      follows = array(
        select distinct r.id from change_requests r
        join request_changes theirs on theirs.request = r.id
        join request_changes own on own.request = ${id} and own.segment is not distinct from theirs.segment
          and own.flag is not distinct from theirs.flag and own.environment = theirs.environment
          and own.target = theirs.target
        where r.id <> ${id} and r.state = 'Scheduled' and r.schedule_status = 'pending' and r.scheduled_at < ${at}
        order by r.id)
    where id = ${id}
    returning schedule_version as version`.execute(tx.db)
  return rows[0]?.version ?? 0
}

export async function saveOutcome(
  tx: Tx,
  { id }: StoredRequest,
  status: 'failed' | 'suspended',
  reason: string,
) {
  await sql`
    update change_requests set schedule_status = ${status}, schedule_reason = ${reason}, version = version + 1
    where id = ${id}`.execute(tx.db)
}

/** A request that reverts another one, with the approvals of that one. */
export async function insertReturn(
  tx: Tx,
  request: StoredRequest & { until: Date },
  effects: readonly StoredEffect[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into change_requests (project, environment, title, state, origin, author_type, author_id, author_name,
      min_approvals, affects, effects, base_revision, state_times, submitted_edition, scheduled_at, schedule_status, schedule_version,
      scheduled_by_type, scheduled_by_id, scheduled_by_name, follows, returns)
    select project, environment, 'Revert: ' || coalesce(title, 'change request ' || id), 'Scheduled', 'call',
      author_type, author_id, author_name, min_approvals, affects, ${JSON.stringify(effects)},
      (select revision from counter),
      jsonb_build_object('Scheduled', now()), 1, until, 'pending', 1, ${tx.actor.type}, ${tx.actor.id}, ${tx.actor.name},
      array[id], id
    from change_requests where id = ${request.id}
    returning id`.execute(tx.db)
  const id = rows[0]?.id ?? 0
  await sql`
    insert into request_reviews (request, user_id, user_name, verdict, edition, created_at)
    select ${id}, user_id, user_name, verdict, 1, created_at from request_reviews
    where request = ${request.id} and verdict = 'approved' and edition = ${request.edition}`.execute(tx.db)
  return id
}

/** The requests whose time has come, in the order of their times. `minutes` is how long ago that was. */
export const listDue = (
  db: Reader,
  id: number | null = null,
): Promise<{ project: string; id: number; scheduleVersion: number; minutes: number }[]> =>
  rowsOf(
    db,
    sql<{ project: string; id: number; scheduleVersion: number; minutes: number }>`
    select project, id, schedule_version as "scheduleVersion",
      extract(epoch from clock_timestamp() - scheduled_at)::float8 / 60 as minutes
    from change_requests
    where state = 'Scheduled' and schedule_status = 'pending' and scheduled_at <= clock_timestamp()
      and (${id}::integer is null or id = ${id})
    order by scheduled_at, id`,
  )

/** The requests that wait for their time. */
export async function listWaiting(db: Reader): Promise<StoredRequest[]> {
  const rows = await selectRequests(db)
    .where('state', '=', 'Scheduled')
    .where('schedule_status', '=', 'pending')
    .orderBy('id')
    .execute()
  return rows.map(toRequest)
}

/** The account that scheduled a request, with the permissions that it has now; undefined if it was deleted. */
export async function readScheduler(db: Reader, by: Actor): Promise<Caller | undefined> {
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', by.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return account && callerFor(by, await readAccess(db, by.id))
}
