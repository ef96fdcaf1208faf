-- Who had which roles, in one row each time it has changed. It is compared once an hour, and `checked_at` is the last
-- time it was still the same. Accounts are only IDs here.
create table access_states (
  taken_at timestamptz primary key,
  checked_at timestamptz not null,
  digest text not null,
  state json not null
);
