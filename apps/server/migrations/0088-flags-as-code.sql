-- Plans of flag files, for seven days. No route takes orders: they come from here.
create table code_plans (
  id text primary key,
  owner text not null,
  basis bigint not null,
  projects text[] not null,
  answer jsonb not null,
  parts jsonb not null,
  -- The number of parts that are applied.
  applied integer not null default 0,
  created_by_id integer not null,
  created_by_name text not null,
  created_at timestamptz not null default now()
);
create index code_plans_age on code_plans (created_at);

-- Which fields of flags belong to files, with the value that was applied last. The environment is '' for fields of the
-- flag itself. Without foreign keys, so that a moved or deleted flag is noticed.
create table code_claims (
  project text not null,
  flag text not null,
  environment text not null default '',
  field text not null,
  owner text not null,
  path text not null,
  url text,
  commit text,
  applied jsonb not null,
  -- Rollout percentages are left to people.
  without_rollout boolean not null default false,
  -- A value that waits in a change request.
  proposed jsonb,
  request integer,
  revision bigint not null,
  applied_at timestamptz not null default now(),
  primary key (project, flag, environment, field)
);
create index code_claims_owner on code_claims (owner, project);
