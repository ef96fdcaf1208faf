-- When a flag entered the stages of its life. It starts over when it is revived; the last one it entered is its stage.
alter table flags
  add column revived_at timestamptz,
  add column pre_live_at timestamptz,
  add column live_at timestamptz,
  add column completed_at timestamptz,
  add column completed_status text,
  -- The variant that was kept.
  add column completed_value text;
alter table flags add column stage text not null generated always as (
  case
    when archived_at is not null then 'archived'
    when completed_at is not null then 'completed'
    when live_at is not null then 'live'
    when pre_live_at is not null then 'pre-live'
    else 'initial'
  end) stored;

create table flag_links (
  id text primary key,
  flag text not null references flags on delete cascade,
  url text not null,
  title text
);
create index flag_links_flag on flag_links (flag, id);

-- Called in the statement that stores counts, with the flags and environments they are about: the first use of a flag
-- makes it pre-live, use where it is on in a production environment makes it live. Flags that somebody is changing at
-- this moment are passed over, so that counts wait for nobody; the next counts move them.
create function enter_stages(used_flags text[], used_environments text[]) returns void language sql as $$
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
    select name from flags where name in (select name from moving) and stage in ('initial', 'pre-live')
    order by name for no key update skip locked
  )
  update flags f set pre_live_at = coalesce(f.pre_live_at, now()), live_at = case when m.is_live then now() end
  from held join moving m on m.name = held.name where f.name = held.name
$$;
