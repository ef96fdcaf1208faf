import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** Counts an attempt of each in this minute, and gives how many there were. */
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

/** In how many minutes of the last hour somebody was over the budget, and which was the latest of them. */
export type Excess = { times: number; latest: Date }

export async function listExcesses(
  db: Db,
  budgets: ReadonlyMap<string, number>,
): Promise<Map<string, Excess>> {
  const { rows } = await sql<Excess & { who: string }>`
    select a.who, count(*) as times, max(a.minute) as latest
    from login_attempts a
      join unnest(${[...budgets.keys()]}::text[], ${[...budgets.values()]}::int[]) as b (who, most) on b.who = a.who
    where a.attempts > b.most and a.minute > now() - interval '1 hour'
    group by a.who`.execute(db)
  return new Map(rows.map(({ who, times, latest }) => [who, { times, latest }]))
}
