import type pg from 'pg'
import { growthSeed } from './seed.ts'

/** An installation with many of everything but flags: one flag per project. */
export type Width = { projects: number; users: number; environments: number; events: number }

/** The project with all environments; the others have three. */
export const WIDEST = 'project-0'
const [OWNER, MEMBER] = [4, 5]
const EVENTS_AT_ONCE = 500_000

export const wideSeed =
  ({ projects, users, environments, events }: Width) =>
  async (pool: pg.Pool, tokenDigest: Buffer) => {
    await growthSeed(projects, 1)(pool, tokenDigest)
    await pool.query(peopleOf(users, projects))
    await pool.query(environmentsOf(environments))
    await pool.query(`select add_event_parts(${events + 1_000_000})`)
    for (let from = 2 * projects; from < events; from += EVENTS_AT_ONCE)
      await pool.query(eventsOf(from, Math.min(events, from + EVENTS_AT_ONCE), { projects, events }))
    await pool.query(`
      update followers set revision = ${events};
      update heads set revision = ${events}, hash = (select hash from events where revision = ${events});
      update counter set revision = ${events}, hash = (select hash from events where revision = ${events})`)
    await pool.query('vacuum analyze')
  }

/** Each is a member of two projects, and the first 1,000 of the widest one. */
const peopleOf = (users: number, projects: number) => `
  insert into users (username, email, name, root_role, seen_at)
    select 'user-' || n, 'user-' || n || '@example.com', 'Person ' || n, case when n % 100 = 0 then 1 else 2 + n % 2 end, now() - n * interval '1 minute'
    from generate_series(1, ${users}) n;
  insert into project_members (project, user_id, role_id)
    select distinct 'project-' || (u.id * turn) % ${projects}, u.id, case when u.id % 20 = 0 then ${OWNER} else ${MEMBER} end
    from users u, generate_series(1, 2) turn where u.username like 'user-%'
  union
    select '${WIDEST}', id, ${MEMBER}
    from users where username like 'user-%' and substr(username, 6)::int <= 1000;`

const environmentsOf = (count: number) => `
  insert into environments (name, type, sort_order)
    select 'region-' || lpad(n::text, 3, '0'), (array['development', 'test', 'preproduction', 'production'])[1 + n % 4], n
    from generate_series(1, ${count - 2}) n;
  insert into project_environments (project, environment)
    select p.id, e.name from projects p join environments e on e.name like 'region-%'
      and (p.id = '${WIDEST}' or e.sort_order = 1 + abs(hashtext(p.id)) % ${count - 2})
    where p.id like 'project-%';
  insert into flag_environments (flag, environment, enabled)
    select f.name, pe.environment, true from flags f join project_environments pe on pe.project = f.project
    where pe.environment like 'region-%';
  insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select 'flag', fe.environment, f.name, f.project, p.from_revision, p.format, p.doc, p.meta
    from flag_environments fe join flags f on f.name = fe.flag
    join published p on p.kind = 'flag' and p.name = f.name and p.environment = 'production'
    where fe.environment like 'region-%';
  insert into heads (environment, project, revision, hash)
    select environment, project, 1, h.hash from project_environments,
      lateral (select hash from heads limit 1) h where environment like 'region-%';`

/** One every 10 seconds, until now. */
const eventsOf = (from: number, to: number, { projects, events }: Pick<Width, 'projects' | 'events'>) => `
  insert into events (revision, type, created_at, actor_type, actor_id, actor_name, project, environment, flag, tags,
      data, digest, hash, words)
    select 1 + n, (array['feature-environment-enabled', 'feature-environment-disabled', 'feature-strategy-update'])[1 + n % 3],
      now() - (${events} - n) * interval '10 seconds', 'user', (select min(id) from users) + n % 500, 'user-' || n % 500,
      'project-' || n % ${projects}, 'production', 'flag-' || lpad((n % ${projects})::text, 6, '0'), '[]', '{}', '',
      sha256(n::text::bytea), to_tsvector('simple', 'flag ' || n % ${projects})
    from generate_series(${from}, ${to - 1}) n`
