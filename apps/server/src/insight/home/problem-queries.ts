import { type HomeProblem, type ProblemKind, problemKinds } from '@flagstaff/contract/home'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { isChange } from '../../platform/database/event-queries.ts'
import { ownedFlags } from '../../platform/database/person-queries.ts'
import { PLAN_EACH_TIME } from '../../platform/database/statements.ts'
import { type Caller, confinedTo } from '../../platform/write/actor.ts'

/** Callers that are programs have many events; older ones are not searched for flags. */
const MOST_EVENTS = 1_000
const MOST_FLAGS = 1_000
const TOKEN_DAYS = 14
const QUIET_DAYS = 7

type Row = Omit<HomeProblem, 'at'> & { at: Date | null; total: number }

/** The worst problems of the caller's flags and tokens, one for each, and how many there are. */
export async function listProblems(db: Reader, caller: Caller, limit: number) {
  const flags = await listMine(db, caller)
  const isToken = sql`rank in (${rankOf('token-expires')}, ${rankOf('personal-token-expires')})`
  const rows = await rowsOf(
    db,
    sql<Row>`
    with mine as (
      select f.name, f.project, f.type, f.stale, f.potentially_stale, f.created_at
      from unnest(${flags}::text[]) as own(name)
      cross join lateral (select * from flags where name = own.name limit 1) f ${sql.raw(PLAN_EACH_TIME)}
    ), found as (
      ${sql.join([guards, safeguards, apiTokens(caller), personalTokens(caller), quiet, aged], sql` union all `)}
    ), worst as (
      select distinct on (${isToken}, id) * from found order by ${isToken}, id, rank, at
    )
    select kind, name, project, environment, at, detail, (count(*) over ())::int as total
    from worst order by rank, at nulls last, name limit ${limit}`,
  )
  return { problems: rows.map(toProblem), total: rows[0]?.total ?? 0 }
}

const toProblem = ({ total: _, at, ...row }: Row): HomeProblem => ({ ...row, at: at?.toISOString() ?? null })

const rankOf = (kind: ProblemKind) => sql.lit(problemKinds.indexOf(kind))
const kindOf = (kind: ProblemKind) => sql`${sql.lit(kind)}::text as kind, ${rankOf(kind)} as rank`

/** Flags that the caller owns, marked as a favourite, or changed in the last 30 days. Owned ones come last. */
async function listMine(db: Reader, { viewer, actor }: Caller): Promise<string[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
    with own as (
      select name, bool_and(owned) as owned from (
        (select name, true as owned from ${ownedFlags(viewer.userId)} o order by created_at desc limit ${MOST_FLAGS})
        union all select flag, false from favorite_flags where user_id = ${viewer.userId}
        union all select flag, false from (
          select flag, type, created_at from events where actor_id = ${actor.id}
          order by revision desc limit ${MOST_EVENTS}
        ) e where flag is not null and ${isChange('type')} and created_at > now() - interval '30 days'
      ) found group by name
    )
    select f.name from own
    cross join lateral (select * from flags where name = own.name limit 1) f
    where f.archived_at is null and (${seen}::text[] is null or f.project = any(${seen}))
    order by own.owned, f.created_at desc limit ${MOST_FLAGS}`,
  )
  return rows.map(({ name }) => name)
}

const guards = sql`
  select ${kindOf('guard-tripped')}, f.name as id, f.name, f.project, g.environment, g.verdict_at as at, g.metric as detail
  from guard_states g join mine f on f.name = g.flag where g.state = 'regressed'`

const safeguards = sql`
  select ${kindOf('guard-tripped')}, f.name, f.name, f.project, s.environment, s.triggered_at, s.metric ->> 'metricName'
  from safeguards s join mine f on f.name = s.flag where s.triggered_at is not null`

/** Short-lived tokens are no problem in the first half of their life. */
const isEnding = sql`t.expires_at > now() and t.expires_at < now() + make_interval(days => ${sql.lit(TOKEN_DAYS)})
  and t.expires_at - now() < (t.expires_at - t.created_at) / 2`

/** Only tokens whose projects the caller can all see. */
function apiTokens({ viewer, actor }: Caller): RawBuilder<unknown> {
  const seen = confinedTo(viewer)
  return sql`
  select ${kindOf('token-expires')}, t.id, t.name,
    (select min(p.project) from api_token_projects p where p.token_id = t.id having count(*) = 1), t.environment,
    t.expires_at, t.type
  from api_tokens t where t.created_by = ${actor.name} and ${isEnding} and (${seen}::text[] is null or not exists (
    select from api_token_projects p where p.token_id = t.id and p.project <> all(${seen})))`
}

const personalTokens = ({ viewer }: Caller) => sql`
  select ${kindOf('personal-token-expires')}, 'p' || t.id, t.description, null, null, t.expires_at, null
  from personal_tokens t where t.user_id = ${viewer.userId} and ${isEnding}`

// The limits keep the planner from reading whole tables for a few flags.
/** On in production, evaluated before, but not for a week. */
const quiet = sql`
  select ${kindOf('no-traffic')}, f.name, f.name, f.project, e.environment, e.last_seen_at, null
  from mine f cross join environments v
  cross join lateral (select * from flag_environments where flag = f.name and environment = v.name limit 1) e
  where v.enabled and v.type = 'production' and e.enabled
    and e.last_seen_at < now() - make_interval(days => ${sql.lit(QUIET_DAYS)})`

const aged = sql`
  select case when f.stale then 'stale' else 'overdue' end,
    case when f.stale then ${rankOf('stale')} else ${rankOf('overdue')} end,
    f.name, f.name, f.project, null,
    case when not f.stale then f.created_at + make_interval(days => t.lifetime_days) end, null
  from mine f join flag_types t on t.id = f.type where f.stale or f.potentially_stale`
