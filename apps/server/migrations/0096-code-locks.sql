-- Projects in which an owner of flag files has locked what its files manage.
create table code_locks (
  project text not null,
  owner text not null,
  primary key (project, owner)
);

-- Processes keep the locked projects in memory, together with protections and freezes.
create function note_code_lock() returns trigger language plpgsql as $$
begin
  perform set_config('flagstaff.code_locks_changed', 'yes', true);
  return null;
end $$;
create trigger code_locks_are_noted after insert or update or delete on code_locks
  for each row execute function note_code_lock();
create constraint trigger code_locks_renew_guard_id after insert or update or delete on code_locks
  deferrable initially deferred for each row execute function renew_guard_id();

-- The id is also null in a transaction that changed these locks.
create or replace function lock_counter() returns table (revision bigint, hash bytea, now timestamptz, guard_id uuid)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7241001);
  return query
    select c.revision, c.hash, date_trunc('milliseconds', clock_timestamp()),
           case when coalesce(current_setting('flagstaff.protections_before', true), '') = ''
                 and coalesce(current_setting('flagstaff.freezes_before', true), '') = ''
                 and coalesce(current_setting('flagstaff.code_locks_changed', true), '') = '' then c.guard_id end
    from counter c for update;
end $$;
