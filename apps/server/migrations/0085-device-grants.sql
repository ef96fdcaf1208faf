-- Devices that sign in without a browser, by the digests of their codes. A row is deleted once its token was issued.
create table device_grants (
  digest bytea primary key,
  user_code_digest bytea not null unique,
  host text not null,
  ip text not null,
  days integer not null,
  poll_seconds integer not null default 5,
  polled_at timestamptz,
  user_id integer references users (id) on delete cascade,
  denied boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index device_grants_expiry on device_grants (expires_at);
create index device_grants_user on device_grants (user_id) where user_id is not null;
