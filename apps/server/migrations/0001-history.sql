-- One counter for the whole installation. Whoever holds it compiles, numbers and commits; so revision order,
-- event order and commit order are one order without gaps.
create table counter (
  one boolean primary key default true check (one),
  revision bigint not null default 0,
  hash bytea not null,
  history_floor bigint not null default 0,
  epoch integer not null default 1
);
insert into counter (hash) values (sha256('flagstaff'));

-- No foreign keys here, in published or in heads: nothing may be locked after the counter.
create table events (
  revision bigint primary key,
  type text not null,
  created_at timestamptz not null,
  actor_type text not null,
  actor_id integer not null,
  actor_name text not null,
  ip text,
  project text,
  environment text,
  flag text,
  tags json not null,
  group_type text,
  group_id text,
  data json,
  pre_data json,
  digest bytea not null,
  hash bytea not null,
  -- What the event can be found by: names of who, where and what, not contents. No part of the hash.
  words tsvector not null default ''
);
create index events_project on events (project, revision desc);
create index events_flag on events (flag, revision desc);
create index events_type on events (type, revision desc);
create index events_actor on events (actor_id, revision desc);
create index events_environment on events (environment, revision desc);
create index events_group on events (group_id) where group_id is not null;
create index events_time on events (created_at);
create index events_words on events using gin (words);

create function refuse_to_change_events() returns trigger language plpgsql as $$
begin
  raise exception 'events are append-only';
end $$;
create trigger events_are_append_only before update or delete on events
  for each row execute function refuse_to_change_events();
create trigger events_are_not_emptied before truncate on events
  for each statement execute function refuse_to_change_events();

create table published (
  kind text not null,
  environment text not null,
  name text not null,
  project text,
  from_revision bigint not null,
  until_revision bigint,
  format smallint not null,
  doc json not null,
  meta json not null,
  primary key (kind, environment, name, from_revision)
);
create unique index published_live on published (kind, name, environment) where until_revision is null;
create index published_from on published (from_revision);
create index published_until on published (until_revision) where until_revision is not null;

create table heads (
  environment text not null,
  project text not null,
  revision bigint not null,
  primary key (environment, project)
);

create table idempotency_keys (
  digest bytea primary key,
  body_digest bytea not null,
  answer bytea,
  created_at timestamptz not null default now()
);
create index idempotency_keys_time on idempotency_keys (created_at);

-- How far each follower of the event log has come.
create table followers (
  name text primary key,
  revision bigint not null default 0
);

-- A change whose caller was already told that it failed must not come true when a stalled database wakes up.
create function refuse_late_commit() returns trigger language plpgsql as $$
declare
  deadline text := current_setting('flagstaff.deadline', true);
begin
  if deadline <> '' and clock_timestamp() > deadline::timestamptz then
    raise exception 'the deadline of this change has passed' using errcode = '57014';
  end if;
  return null;
end $$;
create constraint trigger counter_deadline after update on counter
  deferrable initially deferred for each row execute function refuse_late_commit();

-- Waits for the counter. Every statement of this function sees what was committed before it: the advisory lock
-- is queued for fairly, and the row is read only once it is ours.
create function take_counter() returns table (revision bigint, hash bytea, now timestamptz) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7241001);
  return query select c.revision, c.hash, date_trunc('milliseconds', clock_timestamp()) from counter c for update;
end $$;

-- With a row estimate that makes the planner hash what may be thousands of documents, instead of looping over them.
create function documents_in(list json) returns table (
  kind text, environment text, name text, project text, format smallint, doc json, meta json, heads json
) language plpgsql stable rows 2000 as $$
begin
  return query select * from json_to_recordset(list) as d(
    kind text, environment text, name text, project text, format smallint, doc json, meta json, heads json);
end $$;

-- The last step of a change. `documents` are the present forms; `sweep` names what they replace: live rows of that
-- kind and name (in that environment, where given) that are not among the documents are closed.
create function append(
  at bigint, newest_hash bytea, deadline text, new_events json, documents json, sweep json
) returns void language plpgsql as $$
begin
  perform set_config('flagstaff.deadline', deadline, true);

  insert into events
  select e.revision, e.type, e.created_at, e.actor_type, e.actor_id, e.actor_name, e.ip, e.project, e.environment,
         e.flag, e.tags, e.group_type, e.group_id, e.data, e.pre_data, decode(e.digest, 'hex'), decode(e.hash, 'hex'),
         -- Punctuation and inner capitals separate words.
         to_tsvector('simple', left(translate(
           w.names || ' ' || regexp_replace(w.names, '([[:lower:]])([[:upper:]])', '\1 \2', 'g'),
           '-_.:,;/@~!()*''"+#|&<>', repeat(' ', 21)), 10000))
  from json_to_recordset(new_events) as e(
    revision bigint, type text, created_at timestamptz, actor_type text, actor_id integer, actor_name text, ip text,
    project text, environment text, flag text, tags json, group_type text, group_id text, data json, pre_data json,
    digest text, hash text)
  cross join lateral (select coalesce(e.data, e.pre_data) as object) o
  left join lateral json_to_record(case json_typeof(o.object) when 'object' then o.object end)
    as d(name text, "tokenName" text, username text, email text, title text, value text) on true
  cross join lateral (
    select concat_ws(' ', e.type, e.project, e.environment, e.flag, e.actor_name, d.name, d."tokenName", d.username,
      d.email, d.title, d.value) as names) w;

  if json_array_length(sweep) > 0 then
    with incoming as (select * from documents_in(documents)), swept as (
      select d.kind, d.name, d.environment from documents_in(sweep) d
    ), closed as (
      update published p set until_revision = at,
        doc = case when p.kind = 'token' then '{}'::json else p.doc end
      from swept s
      where p.until_revision is null and p.kind = s.kind and p.name = s.name
        and (s.environment is null or s.environment = p.environment)
        and not exists (
          select from incoming i where i.kind = p.kind and i.name = p.name and i.environment = p.environment
            and i.project is not distinct from p.project and i.format = p.format
            and i.doc::text = p.doc::text and i.meta::text = p.meta::text)
      returning p.kind, p.environment, p.project
    )
    insert into heads as h (environment, project, revision)
    select distinct environment, project, at from closed where kind = 'flag'
    on conflict (environment, project) do update set revision = excluded.revision;

    with incoming as (select * from documents_in(documents)), opened as (
      insert into published (kind, environment, name, project, from_revision, format, doc, meta)
      select i.kind, i.environment, i.name, i.project, at, i.format, i.doc, i.meta from incoming i
      where not exists (
        select from published p
        where p.kind = i.kind and p.name = i.name and p.environment = i.environment and p.until_revision is null)
      returning kind, environment, name
    )
    insert into heads as h (environment, project, revision)
    select distinct o.environment, head.project, at
    from opened o
    join incoming i on i.kind = o.kind and i.environment = o.environment and i.name = o.name
    cross join json_array_elements_text(i.heads) as head(project)
    on conflict (environment, project) do update set revision = excluded.revision;
  end if;

  update counter set revision = at, hash = newest_hash;
  perform pg_notify('flagstaff', at::text);
end $$;
