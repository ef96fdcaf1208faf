import { eventTypes } from '@flagstaff/contract/event-types'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { reported } from './report.ts'
import type { AccessState } from './state.ts'

/** Access as it is now, in one statement, so that all parts are of the same moment. */
export async function readState(db: Reader): Promise<{ at: Date; state: AccessState }> {
  const [row] = await rowsOf(
    db,
    sql<{ at: Date; state: AccessState }>`
      select statement_timestamp() as at, json_build_object(
        'roles', (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'grants', (
            select coalesce(json_agg(json_build_object('permission', p.permission, 'environment', p.environment,
              'project', p.project) order by p.permission, p.environment, p.project), '[]')
            from role_permissions p where p.role_id = r.id and p.permission = any(${reported}))) order by r.id), '[]')
          from roles r),
        'groups', (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by id), '[]') from groups),
        'accounts', (select coalesce(json_agg(json_build_object('id', id, 'service', is_service) order by id), '[]')
          from users where deleted_at is null),
        'root', (select coalesce(json_agg(json_build_object('account', a.user_id, 'role', a.role_id,
            'group', a.group_id) order by a.user_id, a.role_id, a.group_id), '[]')
          from root_access a join users u on u.id = a.user_id where u.deleted_at is null),
        'members', (select coalesce(json_agg(json_build_object('project', a.project, 'account', a.user_id,
            'role', a.role_id, 'group', a.group_id) order by a.project, a.user_id, a.role_id, a.group_id), '[]')
          from project_access a join users u on u.id = a.user_id where u.deleted_at is null),
        'places', (select coalesce(json_agg(json_build_object('project', p.id, 'private', p.mode = 'private',
            'environment', e.name, 'type', e.type, 'reviewed', exists (select from protections t
              where t.project = p.id and t.environment = e.name)) order by p.id, e.name), '[]')
          from projects p join project_environments pe on pe.project = p.id
          join environments e on e.name = pe.environment where p.archived_at is null),
        'tokens', (select coalesce(json_agg(json_build_object('name', name, 'until', expires_at) order by name, id), '[]')
          from api_tokens where type = 'admin' and (expires_at is null or expires_at > now()))
      ) as state`,
  )
  if (!row) throw new Error('the state of access was not read')
  return row
}

/** The newest stored state at a time, and the time of the oldest one. */
export async function findState(db: Reader, at: Date) {
  const [row] = await rowsOf(
    db,
    sql<{ takenAt: Date; checkedAt: Date; state: AccessState }>`
      select taken_at as "takenAt", checked_at as "checkedAt", state from access_states
      where taken_at <= ${at} order by taken_at desc limit 1`,
  )
  return row
}

export async function findFirst(db: Reader): Promise<Date | null> {
  const [row] = await rowsOf(
    db,
    sql<{ first: Date | null }>`select min(taken_at) as first from access_states`,
  )
  return row?.first ?? null
}

const accessTypes = eventTypes.filter((type) =>
  /^(role|group|user-(created|updated|deleted|access-request-approved)|service-account-(created|updated|deleted)|scim|project-(access|user|group|created|updated|deleted|archived|revived|environment)|environment|api-token|project-import|drop-|public-signup-token-user-added|change-request-configuration)/.test(
    type,
  ),
)

/** Events that can change access in a period. */
export async function countAccessEvents(db: Reader, after: Date, upTo: Date): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`
      select count(*) as count from events
      where created_at > ${after} and created_at <= ${upTo} and type = any(${accessTypes})`,
  )
  return row?.count ?? 0
}

export const listAccounts = (db: Reader, ids: readonly number[]) =>
  rowsOf(
    db,
    sql<{ id: number; name: string | null; login: string | null }>`
      select id, nullif(name, '') as name, coalesce(email, username) as login from users
      where id = any(${ids}::int[])`,
  )

type Read = { at: Date; state: AccessState; digest: string }

/**
 * Extends the newest state if nothing can have changed since it was verified, otherwise stores a new one: access can
 * have been given and taken away again.
 */
export async function storeState(db: Db, { at, state, digest }: Read): Promise<void> {
  const { rows } = await sql<{ stored: boolean }>`
    update access_states s set checked_at = ${at}
    where taken_at = (select max(taken_at) from access_states) and digest = ${digest}
      and not exists (select from events e
        where e.created_at > s.checked_at and e.created_at <= ${at} and e.type = any(${accessTypes}))
    returning true as stored`.execute(db)
  if (rows.length > 0) return
  await sql`insert into access_states (taken_at, checked_at, digest, state)
    values (${at}, ${at}, ${digest}, ${JSON.stringify(state)}::json) on conflict do nothing`.execute(db)
}

const KEPT_DAYS = 800
const ALL_KEPT_DAYS = 90

/** After a while one state a day is enough. The newest one is kept, however old it is. */
export const forgetStates = (db: Db) =>
  sql`delete from access_states s where taken_at < (select max(taken_at) from access_states) and (
    checked_at < now() - make_interval(days => ${KEPT_DAYS})
    or checked_at < now() - make_interval(days => ${ALL_KEPT_DAYS}) and exists (select from access_states l
      where l.taken_at > s.taken_at and l.taken_at < date_trunc('day', s.taken_at) + interval '1 day'))`.execute(
    db,
  )
