import type pg from 'pg'
import type { Slice } from '../../src/platform/manifest.ts'
import { slices } from '../../src/slices.ts'

const followers = Object.values<Slice>(slices).flatMap((slice) =>
  [...(slice.followers ?? []), ...(slice.rangeFollowers ?? [])].map(({ name }) => name),
)
export const PER_PROJECT = 100
const SEGMENTS = 50

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
    await pool.query(documents)
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

const shared = `'name', f.name, 'type', f.type, 'project', f.project, 'stale', f.stale, 'description', f.description,
  'impressionData', false`

/** As the server compiles them: a default document, and one in each environment. */
const documents = `
  insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select 'segment', environment, s.id::text, null, 0, 1,
      json_build_object('id', s.id, 'name', s.name, 'constraints', s.constraints), '{}'
    from segments s, unnest(array['development', 'production']) environment;
  insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select 'flag', '*', f.name, f.project, 1 + right(f.name, 6)::int, 1, json_build_object(${shared}, 'enabled', false,
      'strategies', json_build_array(), 'variants', json_build_array(), 'dependencies', json_build_array()),
      '{"tags": [], "rules": []}'
    from flags f;
  insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select 'flag', e.environment, f.name, f.project, 1 + right(f.name, 6)::int, 1, json_build_object(${shared}, 'enabled', e.enabled,
      'strategies', r.rules, 'variants', json_build_array(), 'dependencies', json_build_array()),
      json_build_object('tags', json_build_array(), 'rules', r.meta)
    from flags f join flag_environments e on e.flag = f.name
    cross join lateral (
      select json_agg(json_build_object('name', r.name, 'parameters', r.parameters, 'constraints', r.constraints,
          'variants', r.variants, 'segments', array(select segment_id from rule_segments where rule_id = r.id))
          order by r.sort_order) as rules,
        json_agg(json_build_object('id', r.id, 'title', null) order by r.sort_order) as meta
      from rules r where r.flag = f.name and r.environment = e.environment) r;`

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
