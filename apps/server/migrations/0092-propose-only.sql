-- Tokens whose changes become change requests, and the client that a change came through.
alter table personal_tokens add column propose_only boolean not null default false;
alter table device_grants add column propose_only boolean not null default false;
alter table events add column via text, add column client text;

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
           '-_.:,;/@~!()*''"+#|&<>', repeat(' ', 21)), 10000)),
         e.via, e.client
  from json_to_recordset(new_events) as e(
    revision bigint, type text, created_at timestamptz, actor_type text, actor_id integer, actor_name text, ip text,
    project text, environment text, flag text, tags json, group_type text, group_id text, data json, pre_data json,
    digest text, hash text, via text, client text)
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
