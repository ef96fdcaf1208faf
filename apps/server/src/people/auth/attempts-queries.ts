import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Counts one attempt per key in the current minute; returns the number of attempts of each. */
export async function countAttempts(db: Db, who: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .insertInto('login_attempts')
    .values(
      [...who]
        .sort()
        .map((one) => ({ who: one, minute: sql<Date>`date_trunc('minute', now())`, attempts: 1 })),
    )
    .onConflict((conflict) =>
      conflict.columns(['who', 'minute']).doUpdateSet({ attempts: sql`login_attempts.attempts + 1` }),
    )
    .returning(['who', 'attempts'])
    .execute()
  return new Map(rows.map(({ who, attempts }) => [who, attempts]))
}

/** Of the newest minute, which is the one that counted it unless a minute has just begun. */
export const uncountAttempt = (db: Db, who: string) =>
  sql`update login_attempts set attempts = attempts - 1
    where who = ${who} and attempts > 0 and minute = (select max(minute) from login_attempts where who = ${who})`.execute(
    db,
  )

export type Spent = {
  who: string
  most: number
  /** Attempts in the current minute. */
  attempts: number
  /** The number of minutes in the last hour in which the limit was exceeded. */
  times: number
  /** The last minute in which the limit was exceeded. */
  latest: Date | null
}

/** Counts one attempt against each rate limit, given in attempts per minute. */
export async function spendBudgets(db: Db, budgets: ReadonlyMap<string, number>): Promise<Spent[]> {
  const { rows } = await sql<Spent>`
    with budgets as (
      select * from unnest(${[...budgets.keys()]}::text[], ${[...budgets.values()]}::int[]) as b (who, most)
    ), counted as (
      insert into login_attempts (who, minute, attempts)
      select who, date_trunc('minute', now()), 1 from budgets order by who
      on conflict (who, minute) do update set attempts = login_attempts.attempts + 1
      returning who, minute, attempts
    ), exceeded as (
      select c.who, c.minute from counted c join budgets b on b.who = c.who where c.attempts > b.most
      union all
      select a.who, a.minute from login_attempts a
        join counted c on c.who = a.who and c.minute <> a.minute
        join budgets b on b.who = a.who
      where a.attempts > b.most and a.minute > now() - interval '1 hour'
    )
    select c.who, b.most, c.attempts, count(e.minute)::int as times, max(e.minute) as latest
    from counted c join budgets b on b.who = c.who left join exceeded e on e.who = c.who
    group by c.who, b.most, c.attempts`.execute(db)
  return rows
}
