import { notificationDefaults } from '@flagstaff/contract/notifications'
import { type RawBuilder, sql } from 'kysely'
import { isVisibleTo } from '../../../people/access/index.ts'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { OwnDb } from '../../../platform/database/owners.ts'
import type { Place } from '../../../platform/write/effects.ts'
import type { Reason } from './rules.ts'

type Review = { affects: Place[]; asked: number[]; notified: number[] }

/** A request that waits for a review: who was asked, and who knows since it was last sent to review. */
export async function findReview(db: Reader, id: number): Promise<Review | undefined> {
  const [row] = await rowsOf(
    db,
    sql<Review>`
      select r.affects,
        array(select user_id from request_reviewers where request = r.id) as asked,
        array(select user_id from notifications where request = r.id and kind = 'review-requested'
          and created_at >= coalesce((r.state_times ->> 'In review')::timestamptz, r.created_at)) as notified
      from change_requests r where r.id = ${id} and r.state = 'In review'`,
  )
  return row
}

const OWNER = 4

/** The accounts behind each reason. */
const people = sql`
  select w.n, r.author_id as user_id from wanted w join change_requests r on r.id = w.request
  where w.audience = 'author' and r.author_type = 'user'
  union
  select w.n, r.scheduled_by_id from wanted w join change_requests r on r.id = w.request
  where w.audience = 'author' and w.kind = 'schedule-failed' and r.scheduled_by_type = 'user'
  union
  select w.n, a.id from wanted w cross join unnest(w.accounts) a (id)
  union
  select w.n, f.owner_user_id from wanted w join flags f on f.name = w.flag
  where w.audience in ('keepers', 'followers')
  union
  select w.n, m.user_id from wanted w join flags f on f.name = w.flag
    join group_members m on m.group_id = f.owner_group_id
  where w.audience in ('keepers', 'followers')
  union
  select w.n, s.user_id from wanted w join flag_watchers s on s.flag = w.flag where w.audience = 'followers'
  union
  select w.n, a.user_id from wanted w join project_access a on a.project = w.project
  where w.audience = 'members' or (w.audience = 'keepers' and a.role_id = ${OWNER})
  union
  select w.n, a.user_id from wanted w cross join root_access a
    join role_permissions p on p.role_id = a.role_id and p.permission in ('ADMIN', w.permission)
  where w.audience = 'holders'`

/** Accounts that signed in or used a token in the last 30 days. */
const isActive = sql`(u.seen_at > now() - interval '30 days' or exists (
  select from personal_tokens t where t.user_id = u.id and t.seen_at > now() - interval '30 days'))`

const defaults = JSON.stringify(
  Object.entries(notificationDefaults).map(([kind, { inApp, mail }]) => ({ kind, in_app: inApp, mail })),
)

/** How an account wants to be told, of the kind in this column. */
const preferences = (kind: RawBuilder<unknown>) => sql`
  join jsonb_to_recordset(${defaults}::jsonb) as d (kind text, in_app boolean, mail text) on d.kind = ${kind}
  left join notification_preferences f on f.user_id = u.id and f.kind = ${kind}`
const wantsAny = sql`(coalesce(f.in_app, d.in_app) or coalesce(f.mail, d.mail) <> 'off')`

/** One statement for a batch of events: one row for each change and account, never to the actor. */
export async function insertNotifications(db: OwnDb<'insight/notifications'>, reasons: Reason[]) {
  const wanted = JSON.stringify(reasons.map((reason, n) => ({ n, ...reason })))
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${wanted}::jsonb) as w (n integer, kind text, rank integer, audience text,
        source text, revision bigint, project text, environment text, flag text, request integer, permission text,
        "actorType" text, "actorId" integer, "actorName" text, "createdAt" timestamptz, accounts integer[])
    ), people as (${people}), told as (
      select w.*, u.id as user_id, coalesce(f.in_app, d.in_app) as shown, coalesce(f.mail, d.mail) as mail
      from people x join wanted w on w.n = x.n
        join users u on u.id = x.user_id and u.deleted_at is null and not u.is_service
        ${preferences(sql`w.kind`)}
      where ${wantsAny} and ${isActive} and not (w."actorType" = 'user' and w."actorId" = u.id)
        and (w.project is null or exists (
          select from projects p where p.id = w.project and ${isVisibleTo(sql<number>`u.id`)}))
    ), counted as (
      select user_id, source, count(distinct revision) as events from told group by user_id, source
    )
    insert into notifications (user_id, kind, source, revision, events, project, environment, flag, request, permission,
      actor_name, shown, mail, created_at)
    select distinct on (t.user_id, t.source) t.user_id, t.kind, t.source, t.revision, c.events, t.project, t.environment,
      t.flag, t.request, t.permission, t."actorName", t.shown, t.mail, t."createdAt"
    from told t join counted c on c.user_id = t.user_id and c.source = t.source
    order by t.user_id, t.source, t.rank, t.revision
    on conflict (user_id, source) do update set events = notifications.events + excluded.events`.execute(
    db as unknown as Db,
  )
}

/**
 * Notifies of tokens that expire within this many days, if at least half of their lifetime is over and no notice as
 * short was given before. Administrators get the notices of service accounts, which read nothing.
 */
export const insertEndingTokens = (db: Db, days: number) =>
  sql`
    with marked as (
      update personal_tokens t set noticed_days = ${days} from users o
      where o.id = t.user_id and o.deleted_at is null
        and t.expires_at > now() and t.expires_at <= now() + make_interval(days => ${days})
        and now() - t.created_at >= t.expires_at - now()
        and (t.noticed_days is null or t.noticed_days > ${days})
      returning t.id, t.description, t.expires_at, o.id as owner_id, o.is_service,
        coalesce(o.name, o.username, '') as owner
    ), admins as (
      select distinct a.user_id from root_access a
        join role_permissions p on p.role_id = a.role_id and p.permission = 'ADMIN'
    ), people as (
      select m.*, m.owner_id as user_id from marked m where not is_service
      union all
      select m.*, a.user_id from marked m cross join admins a where is_service
    )
    insert into notifications (user_id, kind, source, permission, actor_name, details, shown, mail)
    select u.id, 'token-ending', 'token:' || x.id || ':' || ${days}::int, case when x.is_service then 'ADMIN' end, 'system',
      jsonb_build_object('name', x.description, 'expiresAt', x.expires_at,
        'owner', case when x.is_service then x.owner end),
      coalesce(f.in_app, d.in_app), coalesce(f.mail, d.mail)
    from people x join users u on u.id = x.user_id and u.deleted_at is null and not u.is_service
      ${preferences(sql`'token-ending'`)}
    where ${wantsAny}
    on conflict do nothing`.execute(db)

/** Notifies of the first sign-in with a browser, unless it is the first browser of the account. */
export const insertNewSignIns = (db: Db) =>
  sql`
    insert into notifications (user_id, kind, source, actor_name, details, shown, mail, created_at)
    select u.id, 'new-sign-in', 'browser:' || b.id, 'system',
      jsonb_build_object('name', b.browser, 'ip', b.ip),
      coalesce(f.in_app, d.in_app), coalesce(f.mail, d.mail), b.first_at
    from known_browsers b join users u on u.id = b.user_id and u.deleted_at is null
      ${preferences(sql`'new-sign-in'`)}
    where ${wantsAny} and b.first_at > now() - interval '1 hour' and exists (
      select from known_browsers o where o.user_id = b.user_id and o.first_at < b.first_at)
    on conflict do nothing`.execute(db)

/**
 * Notifies of action sets whose runs failed: those who can edit the set, once an hour. Runs that fail in between are
 * counted.
 */
export const insertFailedRuns = (db: Db) =>
  sql`
    with failed as (
      update action_runs set noticed_at = now() where state = 'failed' and noticed_at is null
      returning id, set_id, project
    ), sets as (
      select s.id, s.name, x.project, count(*)::int as runs, max(x.id) as run
      from failed x join action_sets s on s.id = x.set_id group by s.id, s.name, x.project
    ), people as (
      select s.id, a.user_id from sets s cross join root_access a
        join role_permissions p on p.role_id = a.role_id
          and (p.permission = 'ADMIN' or (p.permission = 'UPDATE_PROJECT' and p.project in ('', '*', s.project)))
      union
      select s.id, a.user_id from sets s join project_access a on a.project = s.project
        join role_permissions p on p.role_id = a.role_id and p.permission in ('ADMIN', 'UPDATE_PROJECT')
    )
    insert into notifications (user_id, kind, source, events, project, permission, actor_name, details, shown, mail)
    select u.id, 'signal-failed', 'action-set:' || s.id || ':' || floor(extract(epoch from now()) / 3600), s.runs,
      s.project, 'UPDATE_PROJECT', 'system',
      jsonb_build_object('id', s.id, 'name', s.name, 'reason',
        (select details from action_steps where run_id = s.run and state = 'failed' limit 1)),
      coalesce(f.in_app, d.in_app), coalesce(f.mail, d.mail)
    from people x join sets s on s.id = x.id
      join users u on u.id = x.user_id and u.deleted_at is null and not u.is_service
      join projects p on p.id = s.project
      ${preferences(sql`'signal-failed'`)}
    where ${wantsAny} and ${isActive} and ${isVisibleTo(sql<number>`u.id`)}
    on conflict (user_id, source) do update set events = notifications.events + excluded.events`.execute(db)

/** Notifies of integrations that have been failing for ten minutes, once each time they start to fail. */
export const insertFailingIntegrations = (db: Db) =>
  sql`
    with failing as (
      select i.id, coalesce(nullif(i.description, ''), i.provider) as name, w.failing_since
      from followers w join integrations i on w.name = 'integration:' || i.id
      where w.failing_since <= now() - interval '10 minutes' and i.enabled
    ), people as (
      select distinct x.*, a.user_id from failing x cross join root_access a
        join role_permissions p on p.role_id = a.role_id and p.permission in ('ADMIN', 'UPDATE_ADDON')
    )
    insert into notifications (user_id, kind, source, permission, actor_name, details, shown, mail)
    select u.id, 'integration-failing', 'integration:' || x.id || ':' || floor(extract(epoch from x.failing_since)),
      'UPDATE_ADDON', 'system',
      jsonb_build_object('id', x.id, 'name', x.name, 'failingSince', x.failing_since),
      coalesce(f.in_app, d.in_app), coalesce(f.mail, d.mail)
    from people x join users u on u.id = x.user_id and u.deleted_at is null and not u.is_service
      ${preferences(sql`'integration-failing'`)}
    where ${wantsAny} and ${isActive}
    on conflict do nothing`.execute(db)
