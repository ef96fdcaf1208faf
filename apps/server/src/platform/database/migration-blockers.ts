import { type Kysely, sql } from 'kysely'

/**
 * Cancels the statements of servers that keep the migration in `pid` from a lock. Not if others block it too, such as a
 * backup: the migration would still have to wait, and the statements would be lost for nothing. Returns whether others do.
 */
export async function cancelBlockers(db: Kysely<never>, pid: number): Promise<boolean> {
  const { rows } = await sql<{ others: boolean | null }>`
    with blockers as materialized (
      select pid, coalesce(application_name = 'flagstaff' and datname = current_database()
        and usename = current_user, false) as is_server
      from unnest(pg_blocking_pids(${pid})) as pid left join pg_stat_activity using (pid)
    ), others as materialized (
      select coalesce(bool_or(not is_server), false) as others from blockers
    ), cancelled as materialized (
      select pg_cancel_backend(pid) from blockers where not (select others from others)
    )
    select others, (select count(*) from cancelled) from others`.execute(db)
  return rows[0]?.others ?? false
}
