-- As before, in a language that keeps the plans: with every batch of counts, planning took longer than looking.
create or replace function enter_stages(used_flags text[], used_environments text[]) returns void language plpgsql as $$
begin
  with moving as (
    select f.name, coalesce(bool_or(e.enabled and v.type = 'production'), false) as is_live
    from unnest(used_flags, used_environments) as u(flag, environment)
    join flags f on f.name = u.flag
    left join flag_environments e on e.flag = u.flag and e.environment = u.environment
    left join environments v on v.name = u.environment
    where f.stage in ('initial', 'pre-live')
    group by f.name, f.stage
    having f.stage = 'initial' or bool_or(e.enabled and v.type = 'production')
  ), held as (
    select f.name, m.is_live from moving m join flags f on f.name = m.name
    where f.stage in ('initial', 'pre-live')
    order by f.name for no key update of f skip locked
  )
  update flags f set pre_live_at = coalesce(f.pre_live_at, now()), live_at = case when held.is_live then now() end
  from held where f.name = held.name;
end $$;
create or replace function mark_seen(used_flags text[], used_environments text[]) returns void language plpgsql as $$
begin
  with due as (
    select e.flag, e.environment
    from (select distinct * from unnest(used_flags, used_environments)) as u(flag, environment)
    join flag_environments e on e.flag = u.flag and e.environment = u.environment
    where (e.last_seen_at is null or e.last_seen_at < now() - interval '3 minutes')
    order by e.flag, e.environment for no key update of e skip locked
  ), marked as (
    update flag_environments e set last_seen_at = now() from due
    where e.flag = due.flag and e.environment = due.environment returning e.flag
  ), held as (
    select name from flags where name = any(array(select flag from marked)) order by name for no key update skip locked
  )
  update flags f set last_seen_at = now() from held where f.name = held.name;
end $$;
