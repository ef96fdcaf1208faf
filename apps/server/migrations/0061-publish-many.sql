-- Reading the documents out of JSON is a good part of a large change, so it happens once. Arrays also tell the planner how
-- many there are.
create or replace function publish_many(at bigint, newest_hash bytea, documents json, sweep json) returns void
language plpgsql set enable_nestloop = off set jit = off set plan_cache_mode = force_custom_plan as $$
declare
  kinds text[]; environments text[]; names text[]; projects text[]; formats smallint[];
  docs json[]; metas json[]; head_lists json[];
  swept_kinds text[]; swept_names text[]; swept_environments text[];
begin
  select array_agg(d.kind), array_agg(d.environment), array_agg(d.name), array_agg(d.project), array_agg(d.format),
         array_agg(d.doc), array_agg(d.meta), array_agg(d.heads)
  into kinds, environments, names, projects, formats, docs, metas, head_lists
  from json_to_recordset(documents) as d(
    kind text, environment text, name text, project text, format smallint, doc json, meta json, heads json);
  select array_agg(s.kind), array_agg(s.name), array_agg(s.environment)
  into swept_kinds, swept_names, swept_environments
  from json_to_recordset(sweep) as s(kind text, name text, environment text);

  with closed as (
    update published p set until_revision = at,
      doc = case when p.kind = 'token' then '{}'::json else p.doc end
    from unnest(swept_kinds, swept_names, swept_environments) as s(kind, name, environment)
    where p.until_revision is null and p.kind = s.kind and p.name = s.name
      and (s.environment is null or s.environment = p.environment)
      and not exists (
        select from unnest(kinds, environments, names, projects, formats, docs, metas)
          as i(kind, environment, name, project, format, doc, meta)
        where i.kind = p.kind and i.name = p.name and i.environment = p.environment
          and i.project is not distinct from p.project and i.format = p.format
          and i.doc::text = p.doc::text and i.meta::text = p.meta::text)
    returning p.kind, p.environment, p.project
  )
  insert into heads as h (environment, project, revision, hash)
  select distinct environment, project, at, newest_hash from closed where kind = 'flag'
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;

  with opened as (
    insert into published (kind, environment, name, project, from_revision, format, doc, meta)
    select i.kind, i.environment, i.name, i.project, at, i.format, i.doc, i.meta
    from unnest(kinds, environments, names, projects, formats, docs, metas)
      as i(kind, environment, name, project, format, doc, meta)
    where not exists (
      select from published p
      where p.kind = i.kind and p.name = i.name and p.environment = i.environment and p.until_revision is null)
    returning kind, environment, name
  )
  insert into heads as h (environment, project, revision, hash)
  select distinct o.environment, head.project, at, newest_hash
  from opened o
  join unnest(kinds, environments, names, head_lists) as i(kind, environment, name, heads)
    on i.kind = o.kind and i.environment = o.environment and i.name = o.name
  cross join json_array_elements_text(i.heads) as head(project)
  on conflict (environment, project) do update set revision = excluded.revision, hash = excluded.hash;
end $$;

drop function documents_in(json);
