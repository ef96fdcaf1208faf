-- A part that is recorded as removed. Does nothing if it is gone, or was not recorded.
create function drop_event_part(part text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7241003);
  if part in (select name from event_parts() where last_revision <=
      (select max(last_revision) from removed_event_parts where last_hash is not null)) then
    execute format('alter table events detach partition %I', part);
    execute format('drop table %I', part);
  end if;
end $$;

-- Servers may run with a role that cannot change tables, so both do their work as the owner.
do $$
begin
  execute format('alter function add_event_parts(bigint) security definer set search_path = %I, pg_temp', current_schema());
  execute format('alter function drop_event_part(text) security definer set search_path = %I, pg_temp', current_schema());
end $$;
