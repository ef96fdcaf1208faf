-- Approved requests that are applied at a later time. `follows` lists the requests that were scheduled earlier and change
-- the same things. A request with `until` is taken back at that time by another request, which `returns` it.
alter table change_requests
  add column scheduled_at timestamptz,
  add column schedule_status text check (schedule_status in ('pending', 'failed', 'suspended')),
  add column schedule_reason text,
  add column schedule_version integer not null default 0,
  add column scheduled_by_type text,
  add column scheduled_by_id integer,
  add column scheduled_by_name text,
  add column follows integer[] not null default '{}',
  add column until timestamptz,
  add column returns integer references change_requests on delete cascade;
create index change_requests_due on change_requests (scheduled_at) where state = 'Scheduled' and schedule_status = 'pending';
create index change_requests_that_return on change_requests (returns) where returns is not null;
