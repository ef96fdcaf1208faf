import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'

export type DatabaseFacts = {
  version: string
  major: number
  clock: number
  maxConnections: number
  /** Servers that wrote a heartbeat in the last half minute. */
  servers: number
}

export async function readDatabaseFacts(db: Reader): Promise<DatabaseFacts> {
  const [row] = await rowsOf(
    db,
    sql<DatabaseFacts>`
      select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
        (extract(epoch from clock_timestamp()) * 1000)::float8 as clock,
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          as "maxConnections",
        (select count(*) from heartbeats where at > now() - interval '30 seconds') as servers`,
  )
  if (!row) throw new Error('the database returned no row')
  return row
}

export const listMigrated = async (db: Reader): Promise<string[]> =>
  (await rowsOf(db, sql<{ name: string }>`select name from kysely_migration order by name`)).map(
    ({ name }) => name,
  )

/** Encrypted texts in stored settings, with the name of the setting. */
export const listSealed = (db: Reader): Promise<{ name: string; sealed: string }[]> =>
  rowsOf(
    db,
    sql<{ name: string; sealed: string }>`
      select s.name, f.value as sealed from settings s cross join json_each_text(s.value::json) f
      where json_typeof(s.value::json) = 'object' and f.key like 'sealed%' and f.value is not null
      union all select 'integration ' || id, secrets from integrations where secrets is not null
      union all select 'signing secret of integration ' || id, signing from integrations`,
  )

/** Hashes of the passwords of these accounts. */
export const listPasswords = (
  db: Reader,
  usernames: readonly string[],
): Promise<{ username: string; hash: string }[]> =>
  rowsOf(
    db,
    sql<{ username: string; hash: string }>`
      select username, password_hash as hash from users
      where username = any(${[...usernames]}) and deleted_at is null and password_hash is not null order by username`,
  )

/** The last problem of the backbone. */
export async function readBackboneTrouble(db: Reader): Promise<{ trouble: string; at: Date } | undefined> {
  const rows = await rowsOf(
    db,
    sql<{ trouble: string; at: Date }>`
      select trouble, trouble_at as at from backbone
      where trouble is not null and trouble_at > now() - interval '1 day'`,
  )
  return rows[0]
}

export type JobFacts = { failed: number; waitingSeconds: number }

export async function readJobFacts(db: Reader): Promise<JobFacts> {
  const [found] = await rowsOf(
    db,
    sql<{ there: boolean }>`select to_regclass('jobs.job') is not null as there`,
  )
  if (!found?.there) return { failed: 0, waitingSeconds: 0 }
  const [row] = await rowsOf(
    db,
    sql<JobFacts>`
      select count(*) filter (where state::text = 'failed') as failed,
        coalesce(extract(epoch from now() - min(start_after) filter (where state::text in ('created', 'retry')
          and start_after < now())), 0)::float8 as "waitingSeconds"
      from jobs.job`,
  )
  return row ?? { failed: 0, waitingSeconds: 0 }
}

export type EdgeFacts = { edges: number; silent: string[]; behind: string[] }

/** Edges that reported in the last hour: those that stopped, and those that serve an older revision of all projects. */
export async function readEdgeFacts(db: Reader): Promise<EdgeFacts> {
  const rows = await rowsOf(
    db,
    sql<{ name: string; silent: boolean; behind: boolean }>`
      select r.about ->> 'appName' || ' ' || r.reporter as name,
        bool_and(r.updated_at < now() - interval '3 minutes') as silent,
        bool_or(coalesce((select bool_or((k ->> 'revisionId')::bigint < h.revision)
          from json_array_elements(coalesce(r.about::json -> 'edgeApiKeyRevisionIds', '[]'::json)) k
          join lateral (select max(revision) as revision from heads
            where environment in (k ->> 'environment', '*')) h on true
          where k::jsonb -> 'projects' = '["*"]'), false)) as behind
      from receipts r where r.kind = 'edge' group by 1 order by 1`,
  )
  const named = (which: (row: (typeof rows)[number]) => boolean) => rows.filter(which).map(({ name }) => name)
  return {
    edges: rows.length,
    silent: named(({ silent }) => silent),
    behind: named(({ silent, behind }) => behind && !silent),
  }
}
