import type pg from 'pg'

/** 10,000 flags (and 1,000 archived ones) in 10 projects and 20 environments, with 60,000 rules. */
export async function seed(pool: pg.Pool, tokenDigest: Buffer): Promise<void> {
  await pool.query(`
    insert into users (username, root_role) select 'person-' || n, 3 from generate_series(1, 50) n;
    insert into environments (name, type, sort_order)
      select 'environment-' || n, case when n > 15 then 'production' else 'development' end, n from generate_series(1, 20) n;
    insert into projects (id, name) select 'project-' || n, 'Project ' || n from generate_series(1, 10) n;
    insert into project_environments (project, environment)
      select 'project-' || p, 'environment-' || e from generate_series(1, 10) p, generate_series(1, 20) e;
    insert into segments (name, constraints, created_by) select 'segment-' || n, '[]', 'bench' from generate_series(1, 200) n;
    insert into tags (type, value) select 'simple', 'team-' || n from generate_series(0, 9) n;
    insert into tags (type, value) values ('simple', 'half');

    insert into flags (name, project, type, description, stale, potentially_stale, created_at, created_by_id,
      created_by_name, last_seen_at, archived_at)
    select (array['checkout', 'search', 'payment', 'profile', 'admin'])[1 + n % 5] || '-' || n, 'project-' || 1 + n % 10,
      (array['release', 'experiment', 'operational', 'kill-switch', 'permission'])[1 + n % 5],
      'The ' || (array['new', 'old', 'faster', 'wizard', 'small'])[1 + n / 7 % 5] || ' way to do flow-' || n
        || ', as agreed with the people who asked for it in the first place',
      n % 10 = 0, n % 10 = 1, timestamptz '2025-01-01' + n * interval '1 hour', 1 + n % 50, 'person-' || 1 + n % 50,
      case when n % 2 = 0 then timestamptz '2025-06-01' + n * interval '1 hour' end, case when n > 10000 then now() end
    from generate_series(1, 11000) n;
    insert into flag_environments (flag, environment, enabled, last_seen_at)
      select f.name, 'environment-' || e, hashtext(f.name || e) % 3 = 0, f.last_seen_at from flags f, generate_series(1, 20) e;
    insert into rules (id, flag, environment, name, parameters, sort_order, disabled)
      select md5(f.name || e), f.name, 'environment-' || e, 'flexibleRollout',
        '{"rollout": "50", "stickiness": "default", "groupId": "bench"}', 0, e = 3
      from flags f, generate_series(1, 6) e;
    insert into rule_segments (rule_id, segment_id)
      select id, 1 + abs(hashtext(id)) % 200 from rules where hashtext(id) % 2 = 0;
    insert into flag_tags (flag, tag_type, tag_value)
      select name, 'simple', 'team-' || abs(hashtext(name)) % 10 from flags;
    insert into flag_tags (flag, tag_type, tag_value)
      select name, 'simple', 'half' from flags where abs(hashtext(name)) % 20 < 10;
    insert into favorite_flags (user_id, flag) select 1, name from flags where hashtext(name) % 200 = 0;
    insert into usage_hours (hour, environment, app, flag, variant, writer, yes, no)
      select date_trunc('hour', now()) - h * interval '1 hour', 'environment-' || e, 'shop', f.name, '', 1, 5, 3
      from flags f, generate_series(1, 2) e, generate_series(0, 3) h where f.last_seen_at is not null;`)
  await pool.query(
    `insert into personal_tokens (user_id, description, digest, expires_at)
     values (1, 'bench', $1, now() + interval '1 day')`,
    [tokenDigest],
  )
  await pool.query('vacuum analyze')
}
