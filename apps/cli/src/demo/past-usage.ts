import type pg from 'pg'
import { DAYS } from './story.ts'

// Past days of usage, traffic and impact metrics, each like the two days that the demo's applications have reported.

/** Needs `demo_flags` of `history.ts`. Each flag was used since it was created as in the last two days, less at weekends, and more and more. */
export async function writeUsage(client: pg.Client) {
  await client.query(`
    insert into usage_days (flag, day, environment, app, variant, yes, no)
    select u.flag, d::date, u.environment, u.app, u.variant, round(u.yes * w.weight), round(u.no * w.weight)
    from (
      select flag, environment, app, variant, sum(yes) / 2 as yes, sum(no) / 2 as no from usage_counts
      group by flag, environment, app, variant
    ) u
    join demo_flags f on f.flag = u.flag
    cross join generate_series(greatest(coalesce(f.production_at, f.created_at)::date, current_date - ${DAYS}),
      current_date - 2, interval '1 day') d
    cross join lateral (select (case when extract(isodow from d) > 5 then 0.6 else 1 end)
      * (1 - extract(day from now() - d) / ${2 * DAYS}) * (0.9 + random() / 5)
      -- The hours of the last two days have the rest of this day.
      * (case when d = current_date - 2 then extract(hour from now()) / 24 else 1 end) as weight) w
    on conflict do nothing;
    insert into insight_usage_days (project, day, yes, no, flags, apps, environments)
    select f.project, u.day, sum(u.yes), sum(u.no), count(distinct u.flag), count(distinct u.app),
      count(distinct u.environment)
    from (
      select day, environment, app, flag, yes, no from usage_days where variant = ''
      union all
      select hour::date, environment, app, flag, yes, no from usage_counts where variant = ''
    ) u
    join flags f on f.name = u.flag group by 1, 2
    on conflict (day, project) do update set yes = excluded.yes, no = excluded.no, flags = excluded.flags,
      apps = excluded.apps, environments = excluded.environments`)
}

/** Ten instances that ask every 15 seconds, and people who look at the pages. */
export async function writeTraffic(client: pg.Client) {
  await client.query(`
    insert into traffic_days (day, grp, source, ok, same, refused, failed)
    select d::date, grp, 'server', round(ok * weight), round(same * weight), round(refused * weight), 0
    from generate_series(current_date - ${DAYS}, current_date - 1, interval '1 day') d
    cross join (values ('client-features', 900, 56000, 12), ('client-metrics', 14000, 0, 3), ('client-register', 40, 0, 0),
      ('frontend', 21000, 0, 30), ('admin', 2600, 400, 9)) g(grp, ok, same, refused)
    cross join lateral (select (1 - extract(day from now() - d) / ${2 * DAYS}) * (0.8 + random() / 2) as weight) w
    on conflict do nothing`)
}

/** Each series goes on as in its first minute: minutes of two days, hours of thirty days, and days. */
export async function writeImpact(client: pg.Client) {
  const wave = (at: string) =>
    `(1 - 0.3 * cos(extract(hour from ${at}) / 12 * pi())) * (0.8 + random() * 0.4)`
  await client.query(`
    insert into impact_minutes (series_id, minute, value)
    select s.id, t, round(s.value * ${wave('t')}) from impact_series s
    cross join generate_series(date_trunc('hour', now()) - interval '2 days', now(), interval '1 minute') t
    where s.bounds = '{}' on conflict do nothing;
    insert into impact_hours (series_id, hour, value, count, buckets)
    select series_id, date_trunc('hour', minute), sum(value), 0, '{}' from impact_minutes
    where minute < date_trunc('hour', now()) group by 1, 2 on conflict do nothing;
    insert into impact_hours (series_id, hour, value, count, buckets)
    select s.id, t, round(s.value * 60 * ${wave('t')}), 0, '{}' from impact_series s
    cross join generate_series(current_date - 30, now() - interval '2 days', interval '1 hour') t
    where s.bounds = '{}' on conflict do nothing;
    insert into impact_days (series_id, day, value, count, buckets)
    select series_id, date_trunc('day', hour), sum(value), 0, '{}' from impact_hours
    where hour < current_date group by 1, 2 on conflict do nothing`)
}
