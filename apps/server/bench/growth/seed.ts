import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { compile } from '../../src/delivery/compile.ts'
import type { Reader } from '../../src/platform/database/database.ts'
import type { Tables } from '../../src/platform/database/tables.ts'
import type { Slice } from '../../src/platform/manifest.ts'
import type { PublishedDocument, Touch } from '../../src/platform/write/write.ts'
import { slices } from '../../src/slices.ts'

const followers = Object.values<Slice>(slices).flatMap((slice) =>
  [...(slice.followers ?? []), ...(slice.rangeFollowers ?? [])].map(({ name }) => name),
)
export const PER_PROJECT = 100
const SEGMENTS = 50
const FLAGS_AT_ONCE = 1_000

export const flagName = (n: number) => `flag-${String(n).padStart(6, '0')}`

/**
 * Flags in projects of 100 or fewer, with a rule in both environments, their published documents, and two events each. Every
 * tenth flag has a second rule that uses a segment.
 */
export const growthSeed =
  (flags: number, perProject = PER_PROJECT) =>
  async (pool: pg.Pool, tokenDigest: Buffer) => {
    const projects = Math.ceil(flags / perProject)
    await pool.query(`
    insert into users (username, root_role) values ('bench', 1);
    insert into projects (id, name, description)
      select 'project-' || n, 'Project ' || n, 'Flags of team ' || n from generate_series(0, ${projects - 1}) n;
    insert into project_environments (project, environment)
      select id, environment from projects, unnest(array['development', 'production']) environment
      where id like 'project-%';
    insert into segments (name, constraints, created_by)
      select 'segment-' || n, '[]', 'bench' from generate_series(1, ${SEGMENTS}) n;`)
    await pool.query(flagsAndRules(flags, perProject))
    await publish(pool, flags)
    await pool.query(events(flags, perProject))
    // Followers that read all these events would be measured, too.
    await pool.query(
      `insert into followers (name, revision) select name, $2 from unnest($1::text[]) name
     on conflict (name) do update set revision = excluded.revision`,
      [followers, 2 * flags],
    )
    await pool.query(
      `insert into personal_tokens (user_id, description, digest, expires_at)
     values ((select id from users where username = 'bench'), 'bench', $1, now() + interval '1 day')`,
      [tokenDigest],
    )
    await pool.query('vacuum analyze')
  }

const flagsAndRules = (flags: number, perProject: number) => `
  insert into flags (name, project, type, description, stale, created_at, created_by_id, created_by_name, last_seen_at)
    select 'flag-' || lpad(n::text, 6, '0'), 'project-' || n / ${perProject},
      (array['release', 'experiment', 'operational', 'kill-switch'])[1 + n % 4],
      'The ' || (array['new', 'old', 'faster', 'wizard', 'small'])[1 + n % 5] || ' way to do step ' || md5(n::text),
      n % 20 = 0, now() - (${flags} - n) * interval '10 seconds',
      (select id from users where username = 'bench'), 'bench', case when n % 2 = 0 then now() end
    from generate_series(0, ${flags - 1}) n;
  insert into flag_environments (flag, environment, enabled)
    select name, environment, hashtext(name || environment) % 3 = 0
    from flags, unnest(array['development', 'production']) environment;
  insert into rules (id, flag, environment, name, parameters, constraints, sort_order)
    select md5(name || environment)::uuid::text, name, environment, 'flexibleRollout',
      '{"rollout": "50", "stickiness": "default", "groupId": "bench"}',
      '[{"contextName": "country", "operator": "IN", "values": ["NO", "SE", "DK"], "inverted": false, "caseInsensitive": false}]', 0
    from flags, unnest(array['development', 'production']) environment;
  insert into rules (id, flag, environment, name, parameters, sort_order)
    select md5(name || environment || 2)::uuid::text, name, environment, 'default', '{}', 1
    from flags, unnest(array['development', 'production']) environment where name like '%7';
  insert into rule_segments (rule_id, segment_id)
    select id, 1 + abs(hashtext(id)) % ${SEGMENTS} from rules where sort_order = 1;`

/** By the server itself, since how a document is written decides how fast it is read. */
async function publish(pool: pg.Pool, flags: number) {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const segments = Array.from({ length: SEGMENTS }, (_, n): Touch => ({ kind: 'segment', name: `${n + 1}` }))
  const names = Array.from({ length: flags }, (_, n): Touch => ({ kind: 'flag', name: flagName(n) }))
  await insertDocuments(pool, await compile(db as unknown as Reader, segments))
  for (let from = 0; from < flags; from += FLAGS_AT_ONCE)
    await insertDocuments(
      pool,
      await compile(db as unknown as Reader, names.slice(from, from + FLAGS_AT_ONCE)),
    )
}

const insertDocuments = (pool: pg.Pool, documents: readonly PublishedDocument[]) =>
  pool.query(
    `insert into published (kind, environment, name, project, from_revision, format, doc, meta)
     select kind, environment, name, project, case kind when 'flag' then 1 + right(name, 6)::int else 0 end, format,
       doc, meta
     from json_to_recordset($1) as d(kind text, environment text, name text, project text, format smallint, doc json, meta json)`,
    [JSON.stringify(documents)],
  )

const events = (flags: number, perProject: number) => `
  insert into events (revision, type, created_at, actor_type, actor_id, actor_name, project, environment, flag, tags,
      data, digest, hash)
    select 1 + n, case when n < ${flags} then 'feature-created' else 'feature-environment-enabled' end,
      now() - (${2 * flags} - n) * interval '5 seconds', 'user', (select id from users where username = 'bench'),
      'bench', 'project-' || n % ${flags} / ${perProject}, case when n >= ${flags} then 'production' end,
      'flag-' || lpad((n % ${flags})::text, 6, '0'), '[]', '{}', '', sha256(n::text::bytea)
    from generate_series(0, ${2 * flags - 1}) n;
  insert into heads (environment, project, revision, hash)
    select environment, id, ${2 * flags}, (select hash from events where revision = ${2 * flags})
    from projects, unnest(array['*', 'development', 'production']) environment where id like 'project-%';
  update counter set revision = ${2 * flags}, hash = (select hash from events where revision = ${2 * flags});`
