-- Environments of projects in which changes need a review. There are no foreign keys: deleting a project or an
-- environment must not remove its protection before the deletion itself is judged.
create table protections (
  project text not null,
  environment text not null,
  required_approvals smallint not null default 1 check (required_approvals between 1 and 10),
  off_is_free boolean not null default false,
  reason_required boolean not null default true,
  admins_approve_own boolean not null default true,
  strict boolean not null default false,
  version integer not null default 1,
  primary key (project, environment)
);

-- Identifies the committed contents of protections, so that a process can keep them in memory. A new database runs all
-- migrations in one transaction, and an earlier one has updated the counter.
set constraints all immediate;
alter table counter add column guard_id uuid not null default gen_random_uuid();

-- Keeps the rows that this transaction removed or replaced: a change is judged by the protections before and after it.
create function remember_protection() returns trigger language plpgsql as $$
declare
  before jsonb := coalesce(nullif(current_setting('flagstaff.protections_before', true), ''), '[]')::jsonb;
begin
  if tg_op <> 'INSERT' then
    before := before || to_jsonb(old);
  end if;
  perform set_config('flagstaff.protections_before', before::text, true);
  return null;
end $$;
create trigger protections_are_remembered after insert or update or delete on protections
  for each row execute function remember_protection();

-- Deferred until the commit, when the change holds the counter already.
create function renew_guard_id() returns trigger language plpgsql as $$
begin
  update counter set guard_id = gen_random_uuid();
  return null;
end $$;
create constraint trigger protections_renew_guard_id after insert or update or delete on protections
  deferrable initially deferred for each row execute function renew_guard_id();

-- Like take_counter(), with the id of the protections. It is null in a transaction that changed them.
create function lock_counter() returns table (revision bigint, hash bytea, now timestamptz, guard_id uuid)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7241001);
  return query
    select c.revision, c.hash, date_trunc('milliseconds', clock_timestamp()),
           case when coalesce(current_setting('flagstaff.protections_before', true), '') = '' then c.guard_id end
    from counter c for update;
end $$;

-- Processes of earlier versions still call this, and do not know protections. Once there are any, such a process
-- responds with 503 to changes and continues to serve flags.
create or replace function take_counter() returns table (revision bigint, hash bytea, now timestamptz)
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(7241001);
  if exists (select from protections) then
    raise exception 'this version does not know change requests; update it' using errcode = '55P03';
  end if;
  return query select c.revision, c.hash, date_trunc('milliseconds', clock_timestamp()) from counter c for update;
end $$;
