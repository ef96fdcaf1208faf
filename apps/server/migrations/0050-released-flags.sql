-- When a flag was first turned on in an environment. From then on its name is known to browsers, and a flag that is
-- turned off again has to answer "off" there instead of being unknown.
alter table flag_environments add column released_at timestamptz;

update flag_environments e set released_at = coalesce(
  (select min(v.created_at) from events v
   where v.type = 'feature-environment-enabled' and v.flag = e.flag and v.environment = e.environment),
  case when e.enabled then now() end);

create function remember_release() returns trigger language plpgsql as $$
begin
  new.released_at = coalesce(new.released_at, now());
  return new;
end $$;
create trigger flag_environments_release before insert or update of enabled on flag_environments
  for each row when (new.enabled and new.released_at is null) execute function remember_release();

-- Published documents say so from the start: nobody touches most flags for months.
update published p set doc = (left(rtrim(p.doc::text), -1) || ',"released":true}')::json
from flag_environments e
where p.kind = 'flag' and p.until_revision is null and p.name = e.flag and p.environment = e.environment
  and e.released_at is not null and not e.enabled;

insert into published (kind, environment, name, project, from_revision, format, doc, meta)
select 'flag', e.environment, p.name, p.project, (select revision from counter), p.format,
  (left(rtrim(p.doc::text), -1) || ',"released":true}')::json, p.meta
from published p join flag_environments e on e.flag = p.name
where p.kind = 'flag' and p.environment = '*' and p.until_revision is null
  and e.released_at is not null and not e.enabled
  and not exists (
    select from published o
    where o.kind = 'flag' and o.name = p.name and o.environment = e.environment and o.until_revision is null)
on conflict do nothing;

-- Whoever has the documents of before asks for all of them again.
update counter set epoch = left(encode(sha256(random()::text::bytea), 'hex'), 16);
