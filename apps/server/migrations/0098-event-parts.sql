-- The event log in parts by revision, so that old events can be exported and removed without touching newer ones.
drop trigger events_are_append_only on events;
drop trigger events_are_not_emptied on events;
alter table events rename to events_1;
alter index events_pkey rename to events_1_pkey;
alter index events_project rename to events_1_project;
alter index events_flag rename to events_1_flag;
alter index events_type rename to events_1_type;
alter index events_actor rename to events_1_actor;
alter index events_environment rename to events_1_environment;
alter index events_group rename to events_1_group;
alter index events_time rename to events_1_time;
alter index events_words rename to events_1_words;

create table events (like events_1 including defaults) partition by range (revision);
-- Other roles keep what they may do with the log.
do $$
declare
  held record;
begin
  for held in select privilege_type, case grantee when 0 then 'public' else grantee::regrole::text end as holder
      from pg_class, aclexplode(relacl) where oid = 'events_1'::regclass and grantee <> relowner loop
    execute format('grant %s on events to %s', held.privilege_type, held.holder);
  end loop;
end $$;
alter table events add constraint events_pkey primary key (revision);
create index events_project on events (project, revision desc);
create index events_flag on events (flag, revision desc);
create index events_type on events (type, revision desc);
create index events_actor on events (actor_id, revision desc);
create index events_environment on events (environment, revision desc);
create index events_group on events (group_id) where group_id is not null;
create index events_time on events (created_at);
create index events_words on events using gin (words);
create trigger events_are_append_only before update or delete on events
  for each row execute function refuse_to_change_events();
create trigger events_are_not_emptied before truncate on events
  for each statement execute function refuse_to_change_events();

-- What was there is one part, however large, up to where the next one starts.
do $$
declare
  newest bigint := (select revision from counter);
begin
  execute format('alter table events attach partition events_1 for values from (1) to (%s)',
    (newest / 5000000 + 1) * 5000000 + 1);
end $$;
create trigger events_1_is_not_emptied before truncate on events_1
  for each statement execute function refuse_to_change_events();

create function event_parts() returns table (name text, first_revision bigint, last_revision bigint)
language sql stable as $$
  select c.relname::text, b.bounds[1]::bigint, b.bounds[2]::bigint - 1
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  cross join lateral (
    select regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''?(\d+)''?\) TO \(''?(\d+)''?\)') as bounds) b
  where i.inhparent = 'events'::regclass
  order by 2
$$;

-- Adds parts until there is one for this revision. A change waits for none of this: a part is made beside the log,
-- and attached with a lock that readers and writers share.
create function add_event_parts(until bigint) returns void language plpgsql as $$
declare
  first bigint;
  part text;
begin
  perform pg_advisory_xact_lock(7241003);
  loop
    first := (select max(last_revision) + 1 from event_parts());
    exit when first > until;
    part := 'events_' || first;
    execute format('create table %I (like events including defaults)', part);
    execute format('create trigger %I before truncate on %I for each statement execute function refuse_to_change_events()',
      part || '_is_not_emptied', part);
    execute format('alter table events attach partition %I for values from (%s) to (%s)',
      part, first, first + 5000000);
  end loop;
end $$;

select add_event_parts((select revision + 5000000 from counter));

-- Parts on their way out. The newest one that is gone anchors the chain: its last hash stands before the first event.
create table removed_event_parts (
  last_revision bigint primary key,
  first_revision bigint not null,
  -- The SHA-256 of the exported text, as whoever asked for the removal has it.
  file_digest bytea not null,
  requested_at timestamptz not null default now(),
  -- How far its hashes were checked.
  checked_revision bigint not null default 0,
  -- Why it was not removed.
  failure text,
  last_hash bytea,
  removed_at timestamptz
);
