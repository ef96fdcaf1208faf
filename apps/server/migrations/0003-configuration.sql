create table environments (
  name text primary key,
  type text not null,
  sort_order integer not null default 9999,
  enabled boolean not null default true,
  protected boolean not null default false,
  required_approvals integer,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table projects (
  id text primary key,
  name text not null,
  description text,
  mode text not null default 'open',
  default_stickiness text not null default 'default',
  feature_limit integer,
  naming_pattern text,
  naming_example text,
  naming_description text,
  link_templates jsonb not null default '[]',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  version integer not null default 1
);
create table project_environments (
  project text not null references projects on delete cascade,
  environment text not null references environments on delete cascade,
  default_strategy jsonb,
  primary key (project, environment)
);
create table project_members (
  project text not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  role_id integer not null references roles,
  added_at timestamptz not null default now(),
  primary key (project, user_id, role_id)
);
create index project_members_user on project_members (user_id);

create table context_fields (
  name text primary key,
  description text,
  legal_values jsonb not null default '[]',
  stickiness boolean not null default false,
  sort_order integer not null default 10,
  value_type text not null default 'string',
  project text references projects on delete cascade,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table strategy_types (
  name text primary key,
  title text,
  description text,
  parameters jsonb not null default '[]',
  built_in boolean not null default false,
  deprecated boolean not null default false,
  sort_order integer not null default 9999,
  version integer not null default 1
);

create table segments (
  id serial primary key,
  name text not null unique,
  description text,
  project text references projects on delete cascade,
  constraints jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1
);

create table tag_types (
  name text primary key,
  description text not null default '',
  icon text,
  color text,
  version integer not null default 1
);
create table tags (
  type text not null references tag_types on delete cascade,
  value text not null,
  primary key (type, value)
);

create table flag_types (
  id text primary key,
  name text not null,
  description text not null,
  lifetime_days integer,
  sort_order integer not null,
  version integer not null default 1
);

create table flags (
  name text primary key,
  project text not null references projects,
  type text not null references flag_types,
  description text,
  impression_data boolean not null default false,
  stale boolean not null default false,
  potentially_stale boolean not null default false,
  created_at timestamptz not null default now(),
  created_by_id integer not null,
  created_by_name text not null,
  archived_at timestamptz,
  last_seen_at timestamptz,
  version integer not null default 1
);
create index flags_project on flags (project, name);
create index flags_type on flags (type);

create table flag_environments (
  flag text not null references flags on delete cascade,
  environment text not null references environments on delete cascade,
  enabled boolean not null default false,
  variants jsonb not null default '[]',
  last_seen_at timestamptz,
  primary key (flag, environment)
);
create index flag_environments_environment on flag_environments (environment);

create table rules (
  id text primary key,
  flag text not null,
  environment text not null,
  name text not null,
  title text,
  parameters jsonb not null default '{}',
  constraints jsonb not null default '[]',
  variants jsonb not null default '[]',
  disabled boolean not null default false,
  sort_order integer not null,
  milestone_id text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  foreign key (flag, environment) references flag_environments on delete cascade
);
create index rules_flag on rules (flag, environment, sort_order) include (disabled);
create index rules_constraints on rules using gin (constraints jsonb_path_ops);
create table rule_segments (
  rule_id text not null references rules on delete cascade,
  segment_id integer not null references segments,
  primary key (rule_id, segment_id)
);
create index rule_segments_segment on rule_segments (segment_id);

create table flag_tags (
  flag text not null references flags on delete cascade,
  tag_type text not null,
  tag_value text not null,
  primary key (flag, tag_type, tag_value),
  foreign key (tag_type, tag_value) references tags on delete cascade
);
create index flag_tags_tag on flag_tags (tag_type, tag_value);

create table flag_dependencies (
  child text not null references flags on delete cascade,
  parent text not null references flags,
  enabled boolean not null default true,
  variants jsonb not null default '[]',
  primary key (child, parent)
);
create index flag_dependencies_parent on flag_dependencies (parent);

create table api_tokens (
  id text primary key,
  digest bytea not null unique,
  masked text not null,
  name text not null,
  type text not null,
  -- '*' for admin tokens only.
  environment text not null,
  all_projects boolean not null,
  alias text,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  created_by text not null,
  version integer not null default 1
);
create index api_tokens_environment on api_tokens (environment);
create table api_token_projects (
  token_id text not null references api_tokens on delete cascade,
  project text not null references projects on delete cascade,
  primary key (token_id, project)
);
create index api_token_projects_project on api_token_projects (project);
