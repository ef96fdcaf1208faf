-- What happened in projects, by UTC day. `dim` is the type of created flags, and the environment type of changes.
create table insight_flows (
  project text not null,
  day date not null,
  kind text not null,
  dim text not null default '',
  count integer not null,
  primary key (day, project, kind, dim)
);

-- When flags were created, and first turned on in production. Rows outlive their flags; a name can be used again.
create table flag_firsts (
  flag text not null,
  revision bigint not null,
  project text not null,
  type text not null,
  created_at timestamptz not null,
  production_at timestamptz,
  primary key (flag, revision)
);
create index flag_firsts_production on flag_firsts (production_at) where production_at is not null;

-- The flags of projects at the end of a UTC day. Days that were not measured are computed from the event log.
create table insight_days (
  project text not null,
  day date not null,
  measured boolean not null,
  total integer not null,
  stale integer not null,
  overdue integer not null,
  initial integer not null,
  pre_live integer not null,
  live integer not null,
  completed integer not null,
  experimental integer not null,
  release integer not null,
  permanent integer not null,
  members integer not null,
  primary key (day, project)
);
create index insight_days_measured on insight_days (day) where measured;

create table insight_usage_days (
  project text not null,
  day date not null,
  yes bigint not null,
  no bigint not null,
  flags integer not null,
  apps integer not null,
  environments integer not null,
  primary key (day, project)
);

create table insight_users (
  day date primary key,
  total integer not null,
  active integer not null
);
