-- Usage counts. Each process upserts its own rows (writer), so two never wait for each other; reads sum them.
create table usage_hours (
  hour timestamptz not null,
  environment text not null,
  app text not null,
  flag text not null,
  -- Empty for the plain yes and no counts.
  variant text not null,
  writer integer not null,
  yes bigint not null default 0,
  no bigint not null default 0,
  primary key (hour, environment, app, flag, variant, writer)
) partition by range (hour);
create table usage_hours_default partition of usage_hours default with (fillfactor = 50);
create index usage_hours_flag on usage_hours (flag, hour);

create table applications (
  name text primary key,
  strategies jsonb not null default '[]',
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
create table instances (
  app text not null references applications on delete cascade,
  instance text not null,
  environment text not null,
  sdk_version text,
  sdk_type text not null,
  spec_version text,
  platform text,
  connection_id text,
  interval_ms integer,
  started_at timestamptz,
  ip text,
  seen_at timestamptz not null default now(),
  primary key (app, instance, environment)
);
create index instances_seen on instances (seen_at);

-- Changes by project and day, counted by a follower of the event log.
create table activity_days (
  project text not null,
  day date not null,
  changes integer not null,
  primary key (project, day)
);
