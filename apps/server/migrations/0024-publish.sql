-- The planner chooses by how many documents it expects. For one it must not read the whole table, for thousands it must
-- not look each of them up in a list of thousands. Row estimates and planner settings belong to functions, so there are two
-- with the same body, and a change calls the one that fits.
create function documents_few(list json) returns table (
  kind text, environment text, name text, project text, format smallint, doc json, meta json, heads json
) language plpgsql stable rows 2 as $$
begin
  return query select * from json_to_recordset(list) as d(
    kind text, environment text, name text, project text, format smallint, doc json, meta json, heads json);
end $$;

create function publish_few(at bigint, newest_hash bytea, documents json, sweep json) returns void
language plpgsql as $$
begin
  with incoming as (select * from documents_few(documents)), swept as (
    select d.kind, d.name, d.environment from documents_few(sweep) d
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
  insert into heads as h (environment, project, revision, hash)
  select distinct environment, project, at, newest_hash from closed where kind = 'flag'
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;

  with incoming as (select * from documents_few(documents)), opened as (
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select i.kind, i.environment, i.name, i.project, at, i.format, i.doc, i.meta from incoming i
    where not exists (
      select from published p
      where p.kind = i.kind and p.name = i.name and p.environment = i.environment and p.until_revision is null)
    returning kind, environment, name
  )
  insert into heads as h (environment, project, revision, hash)
  select distinct o.environment, head.project, at, newest_hash
  from opened o
  join incoming i on i.kind = o.kind and i.environment = o.environment and i.name = o.name
  cross join json_array_elements_text(i.heads) as head(project)
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;
end $$;

create function publish_many(at bigint, newest_hash bytea, documents json, sweep json) returns void
language plpgsql set enable_nestloop = off set jit = off as $$
begin
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
  insert into heads as h (environment, project, revision, hash)
  select distinct environment, project, at, newest_hash from closed where kind = 'flag'
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;

  with incoming as (select * from documents_in(documents)), opened as (
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select i.kind, i.environment, i.name, i.project, at, i.format, i.doc, i.meta from incoming i
    where not exists (
      select from published p
      where p.kind = i.kind and p.name = i.name and p.environment = i.environment and p.until_revision is null)
    returning kind, environment, name
  )
  insert into heads as h (environment, project, revision, hash)
  select distinct o.environment, head.project, at, newest_hash
  from opened o
  join incoming i on i.kind = o.kind and i.environment = o.environment and i.name = o.name
  cross join json_array_elements_text(i.heads) as head(project)
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;
end $$;

-- The last step of a change. Other servers are told after the commit, not in it: a notification in a transaction makes
-- the commits of all databases of a PostgreSQL server wait for each other.
-- `documents` are the present forms; `sweep` names what they replace: live rows of that
-- kind and name (in that environment, where given) that are not among the documents are closed.
create or replace function append(
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
    if greatest(json_array_length(documents), json_array_length(sweep)) <= 50 then
      perform publish_few(at, newest_hash, documents, sweep);
    else
      perform publish_many(at, newest_hash, documents, sweep);
    end if;
  end if;

  update counter set revision = at, hash = newest_hash;
end $$;
