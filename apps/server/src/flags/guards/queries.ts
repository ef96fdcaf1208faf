import type { Guard } from '@flagstaff/contract/guards'
import type { BandState, bandOf, GuardState } from '@flagstaff/rules/guards'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../platform/database/database.ts'
import { own } from '../../platform/database/owners.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type Counts, digestOf } from './rules.ts'

type Place = { flag: string; environment: string }
type PlanOf = Place & { id: string; guards: readonly Guard[] }

/** Gives every guard of the plan a state. One that watches something else from now on starts anew. */
export async function syncGuards(tx: Tx, { id: plan, flag, environment, guards }: PlanOf) {
  const ids = guards.map(({ id }) => id)
  const known = await tx.db
    .selectFrom('guard_states')
    .select(['id', 'digest'])
    .where('plan', '=', plan)
    .orderBy('id')
    .forUpdate()
    .execute()
  const digests = new Map(guards.map((guard) => [guard.id, digestOf(guard)]))
  const same = known.filter(({ id, digest }) => digests.get(id) === digest).map(({ id }) => id)
  await tx.db
    .deleteFrom('guard_states')
    .where('plan', '=', plan)
    .where('id', '<>', sql<string>`all(${ids})`)
    .execute()
  // After the states: folding locks a state before its reports.
  for (const table of ['guard_batches', 'guard_minutes'] as const)
    await tx.db
      .deleteFrom(table)
      .where('plan', '=', plan)
      .where('guard', '<>', sql<string>`all(${same})`)
      .execute()
  if (guards.length === 0) return
  await tx.db
    .insertInto('guard_states')
    .values(
      guards.map((guard) => ({
        plan,
        id: guard.id,
        flag,
        environment,
        source: guard.source,
        metric: guard.metric,
        digest: digests.get(guard.id) ?? '',
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['plan', 'id'])
        .doUpdateSet((eb) => ({
          source: eb.ref('excluded.source'),
          metric: eb.ref('excluded.metric'),
          digest: eb.ref('excluded.digest'),
          state: 'watching',
          bets: null,
          band: null,
          verdict_at: null,
          last_data_at: null,
          read_until: sql<Date>`now()`,
        }))
        .where('guard_states.digest', '<>', sql<string>`excluded.digest`),
    )
    .execute()
}

/** A guard that would act, with the plan it belongs to. */
export type ActiveGuard = Guard & {
  project: string
  flag: string
  environment: string
  plan: string
  /** All guards of the plan share the rate of false alarms. */
  guardsInPlan: number
  bets: GuardState | null
  readUntil: string
}

export const listActiveGuards = (db: Reader): Promise<ActiveGuard[]> =>
  rowsOf(
    db,
    sql<{ guard: ActiveGuard }>`
    select content || jsonb_build_object('project', f.project, 'flag', g.flag, 'environment', g.environment,
      'plan', g.plan, 'guardsInPlan', jsonb_array_length(p.guards), 'bets', g.bets, 'readUntil', g.read_until) as guard
    from guard_states g
    join release_plans p on p.id = g.plan and p.active_milestone is not null and p.held_at is null
    join flags f on f.name = g.flag and f.archived_at is null
    join jsonb_array_elements(p.guards) content on content->>'id' = g.id
    where g.state = 'watching'
    -- What has to be asked for elsewhere comes last: it can take long.
    order by g.source <> 'outcomes', g.source = 'external', g.plan, g.id`,
  ).then((rows) => rows.map(({ guard }) => guard))

type Key = { plan: string; id: string }
export type Watched = { bets: GuardState | null; band: BandState | null }

/** Locks a guard that is watching. Undefined if another server has it. */
export async function lockGuard(db: Db, { plan, id }: Key): Promise<Watched | undefined> {
  const { rows } = await sql<{ bets: unknown; band: unknown }>`select bets, band from guard_states
    where plan = ${plan} and id = ${id} and state = 'watching' for no key update skip locked`.execute(db)
  const [row] = rows
  return row && { bets: row.bets as GuardState | null, band: row.band as BandState | null }
}

export type Report = { at: Date; counts: Counts }
const MOST_AT_ONCE = 5_000

/** Removes reports, oldest first. */
export async function takeBatches(db: Db, { plan, id }: Key): Promise<Report[]> {
  const { rows } = await sql<Report>`with taken as (
      delete from guard_batches where id in (select id from guard_batches
        where plan = ${plan} and guard = ${id} order by id limit ${MOST_AT_ONCE}) returning id, at, counts)
    select at, counts from taken order by id`.execute(db)
  return rows
}

export type Minute = { minute: Date; counts: Counts; band: ReturnType<typeof bandOf> }

export async function storeFolded(
  db: Db,
  { plan, id }: Key,
  { bets, band, minutes }: { bets: GuardState; band: BandState; minutes: readonly Minute[] },
) {
  const last = minutes.at(-1)?.minute ?? new Date()
  await own<'flags'>(db)
    .updateTable('guard_states')
    .set({ bets: JSON.stringify(bets), band: JSON.stringify(band), last_data_at: last })
    .where('plan', '=', plan)
    .where('id', '=', id)
    .execute()
  const rows = minutes.map(({ minute, counts, band: { low, high } }) => ({
    minute,
    counts,
    low: low ?? null,
    high: high ?? null,
  }))
  await sql`insert into guard_minutes as m
      (plan, guard, minute, on_uses, on_events, off_uses, off_events, low, high)
    select ${plan}, ${id}, minute, counts[1], counts[2], counts[3], counts[4], low, high
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row(minute timestamptz, counts double precision[], low double precision, high double precision)
    order by minute
    on conflict (plan, guard, minute) do update set on_uses = m.on_uses + excluded.on_uses,
      on_events = m.on_events + excluded.on_events, off_uses = m.off_uses + excluded.off_uses,
      off_events = m.off_events + excluded.off_events, low = excluded.low, high = excluded.high`.execute(db)
}

/** Adds what was read from a metric, one observation for each minute. Does nothing if another server was faster. */
export async function addMinutes(
  db: Db,
  { plan, id, from, until }: Key & { from: string; until: Date },
  minutes: readonly Report[],
) {
  const { numUpdatedRows } = await own<'flags'>(db)
    .updateTable('guard_states')
    .set({ read_until: until })
    .where('plan', '=', plan)
    .where('id', '=', id)
    .where('state', '=', 'watching')
    .where('read_until', '=', sql<Date>`${from}::timestamptz`)
    .executeTakeFirst()
  if (numUpdatedRows === 0n || minutes.length === 0) return
  await own<'flags'>(db)
    .insertInto('guard_batches')
    .values(minutes.map(({ at, counts }) => ({ plan, guard: id, at, counts })))
    .execute()
}

export type GuardRow = {
  id: string
  state: 'watching' | 'regressed'
  bets: GuardState | null
  band: BandState | null
  verdictAt: Date | null
  lastDataAt: Date | null
  stepUses: number
  stepEvents: number
  recentOnUses: number
  recentOffUses: number
}

/** What the guards of a plan know, in all, since the step began, and in the last two hours of it. */
export const readGuards = (db: Reader, plan: string, stepStartedAt: string | null): Promise<GuardRow[]> =>
  rowsOf(
    db,
    sql<GuardRow>`
    select g.id, g.state, g.bets, g.band, g.verdict_at as "verdictAt", g.last_data_at as "lastDataAt",
      coalesce(m.uses, 0) as "stepUses", coalesce(m.events, 0) as "stepEvents",
      coalesce(m.recent_on, 0) as "recentOnUses", coalesce(m.recent_off, 0) as "recentOffUses"
    from guard_states g left join lateral (
      select sum(on_uses) as uses, sum(on_events) as events,
        sum(on_uses) filter (where minute > now() - interval '2 hours') as recent_on,
        sum(off_uses) filter (where minute > now() - interval '2 hours') as recent_off
      from guard_minutes m where m.plan = g.plan and m.guard = g.id
        and minute >= date_trunc('minute', ${stepStartedAt}::timestamptz)
    ) m on true
    where g.plan = ${plan} order by g.id`,
  )

const MOST_POINTS = 600

/** By minute, or by several if there are too many. The band is the last one of each. */
export const readSeries = (db: Reader, plan: string, guard: string) =>
  rowsOf(
    db,
    sql<{
      minute: Date
      onUses: number
      onEvents: number
      offUses: number
      offEvents: number
      low: number | null
      high: number | null
    }>`
    with width as (select greatest(1, ceil(count(*) / ${MOST_POINTS}::float8)) as rows
      from guard_minutes where plan = ${plan} and guard = ${guard}),
    numbered as (select m.*, floor((row_number() over (order by minute) - 1) / width.rows) as part
      from guard_minutes m, width where plan = ${plan} and guard = ${guard})
    select max(minute) as minute, sum(on_uses) as "onUses", sum(on_events) as "onEvents",
      sum(off_uses) as "offUses", sum(off_events) as "offEvents",
      (array_agg(low order by minute desc))[1] as low, (array_agg(high order by minute desc))[1] as high
    from numbered group by part order by part`,
  )

export const markRegressed = async (tx: Tx, { plan, id }: Key): Promise<boolean> => {
  const { numUpdatedRows } = await tx.db
    .updateTable('guard_states')
    .set({ state: 'regressed', verdict_at: sql<Date>`now()` })
    .where('plan', '=', plan)
    .where('id', '=', id)
    .where('state', '=', 'watching')
    .executeTakeFirst()
  // A rollout that goes on later is watched anew, without reports from before.
  await tx.db.deleteFrom('guard_batches').where('plan', '=', plan).where('guard', '=', id).execute()
  return numUpdatedRows > 0n
}

/** The guards of the last plans in the project that had some; each name once. */
export const listRecentGuards = (db: Reader, project: string, environment: string): Promise<Guard[]> =>
  rowsOf(
    db,
    sql<{ guards: Guard[] }>`select p.guards from release_plans p join flags f on f.name = p.flag
      where f.project = ${project} and p.environment = ${environment} and p.guards <> '[]'
      order by p.created_at desc limit 5`,
  ).then((rows) => rows.flatMap(({ guards }) => guards))

export const listOutcomeMetrics = (db: Reader, { flag, environment }: Place) =>
  rowsOf(
    db,
    sql<{ metric: string; seenAt: Date }>`select metric, seen_at as "seenAt" from outcome_metrics
      where flag = ${flag} and environment = ${environment} order by seen_at desc, metric`,
  )

/** What no chart shows any more. */
export async function expireGuards(db: Db) {
  await sql`delete from guard_minutes where minute < now() - interval '90 days'`.execute(db)
  await sql`delete from guard_batches where at < now() - interval '1 day'`.execute(db)
  await sql`delete from outcome_metrics where seen_at < now() - interval '30 days'`.execute(db)
}
