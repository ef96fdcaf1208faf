-- Requests by application and group, as each process counted them in a minute. Kept for two days.
create table traffic_minutes (
  minute timestamptz not null,
  app text not null,
  grp text not null,
  writer integer not null,
  ok bigint not null,
  same bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (minute, app, grp, writer)
) partition by range (minute);
create table traffic_minutes_default partition of traffic_minutes default;

create function prepare_traffic_days(days_ahead integer) returns void language plpgsql as $$
declare
  day date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('traffic days'));
  set local lock_timeout = '2s';
  for day in select (now() at time zone 'UTC')::date + n from generate_series(0, days_ahead) n loop
    part := 'traffic_minutes_' || to_char(day, 'YYYYMMDD');
    continue when to_regclass(part) is not null;
    lock table traffic_minutes_default in access exclusive mode;
    execute format('create table %I (like traffic_minutes including defaults)', part);
    execute format('with moved as (delete from traffic_minutes_default where minute >= %L and minute < %L returning *)
      insert into %I select * from moved', day || ' 00:00+00', (day + 1) || ' 00:00+00', part);
    execute format('alter table traffic_minutes attach partition %I for values from (%L) to (%L)',
      part, day || ' 00:00+00', (day + 1) || ' 00:00+00');
  end loop;
end $$;

-- Partitions of days that ended before this moment.
create function drop_traffic_days(before timestamptz) returns void language plpgsql as $$
declare
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('traffic days'));
  set local lock_timeout = '2s';
  delete from traffic_minutes_default where minute < before;
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'traffic_minutes'::regclass and c.relname ~ '^traffic_minutes_\d{8}$' loop
    continue when ((right(part, 8)::date + 1)::timestamp at time zone 'UTC') > before;
    execute format('drop table %I', part);
  end loop;
end $$;

-- Requests a day: those that servers handled, and those that edges report. Kept for 400 days.
create table traffic_days (
  day date not null,
  grp text not null,
  source text not null check (source in ('server', 'edge')),
  ok bigint not null,
  same bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (day, grp, source)
);

-- Edges that have reported. Kept for three months.
create table edges (
  identifier text primary key,
  parent text,
  started_at timestamptz,
  reported_at timestamptz not null default now()
) with (fillfactor = 50);

-- Reports whose requests were counted, so that a report that is sent again does not count twice.
create table edge_reports (
  identifier text not null,
  started text not null,
  minute timestamptz not null,
  primary key (identifier, started, minute)
);

-- Random numbers of signed requests, so that a request cannot be sent twice. Kept for ten minutes.
create table edge_nonces (
  nonce text primary key,
  used_at timestamptz not null default now()
);

-- Tokens that edges were issued: the generation of the derivation. Deleting the token raises it.
create table edge_grants (
  scope text primary key,
  generation integer not null default 1,
  token_id text
);
