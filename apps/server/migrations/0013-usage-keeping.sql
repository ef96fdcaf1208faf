-- Usage counts of a day have a partition of their own, made ahead of time: old ones go in an instant. What has no
-- partition yet stands in the default one, and moves when its day gets one.
create function prepare_usage_days(days_ahead integer) returns void language plpgsql as $$
declare
  day date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('usage days'));
  set local lock_timeout = '2s';
  for day in select (now() at time zone 'UTC')::date + n from generate_series(-2, days_ahead) n loop
    part := 'usage_hours_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(part) is not null;
    lock table usage_hours_default in access exclusive mode;
    execute format('create table %I (like usage_hours including defaults) with (fillfactor = 50)', part);
    execute format('with moved as (delete from usage_hours_default where hour >= %L and hour < %L returning *)
      insert into %I select * from moved', day || ' 00:00+00', (day + 1) || ' 00:00+00', part);
    execute format('alter table usage_hours attach partition %I for values from (%L) to (%L)',
      part, day || ' 00:00+00', (day + 1) || ' 00:00+00');
  end loop;
end $$;

-- Partitions of days that ended before this moment and hold nothing any more.
create function drop_usage_days(before timestamptz) returns void language plpgsql as $$
declare
  part text;
  used boolean;
begin
  perform pg_advisory_xact_lock(hashtext('usage days'));
  set local lock_timeout = '2s';
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_hours'::regclass and c.relname ~ '^usage_hours_\d{8}$' loop
    continue when ((right(part, 8)::date + 1)::timestamp at time zone 'UTC') > before;
    execute format('select exists (select from %I)', part) into used;
    if not used then execute format('drop table %I', part); end if;
  end loop;
end $$;

-- Which flags an application asks for.
create index usage_hours_app on usage_hours (app, flag);

-- Counts older than two days, summed by day; kept for a year.
create table usage_days (
  day date not null,
  environment text not null,
  app text not null,
  flag text not null,
  variant text not null,
  yes bigint not null,
  no bigint not null,
  primary key (flag, day, environment, app, variant)
) with (fillfactor = 70);
create index usage_days_day on usage_days (day);

-- Names that applications ask for and no flag has.
create table unknown_flags (
  environment text not null,
  name text not null,
  app text not null,
  seen_at timestamptz not null default now(),
  primary key (environment, name, app)
);
create index unknown_flags_app on unknown_flags (app);

alter table applications add column description text, add column url text, add column color text, add column icon text,
  add column created_by text, add column announced boolean not null default false;
alter table instances add column connect_via jsonb;

-- Where an application has been seen: by the token it came with. The project is * for tokens of all projects.
create table application_uses (
  app text not null references applications on delete cascade,
  project text not null,
  environment text not null,
  seen_at timestamptz not null default now(),
  primary key (app, project, environment)
);
create index application_uses_project on application_uses (project);
