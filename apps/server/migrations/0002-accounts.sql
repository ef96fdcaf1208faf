create table settings (
  name text primary key,
  value jsonb not null,
  version integer not null default 1
);

create table roles (
  id serial primary key,
  name text not null unique,
  description text not null default '',
  type text not null,
  version integer not null default 1
);
create table role_permissions (
  role_id integer not null references roles on delete cascade,
  permission text not null,
  -- Empty for a permission that is not bound to an environment; '*' for every environment.
  environment text not null default '',
  -- Empty for everywhere the role holds; set where a role reaches into one project only.
  project text not null default '',
  primary key (role_id, permission, environment, project)
);

create table users (
  id serial primary key,
  username text,
  email text,
  name text,
  root_role integer not null references roles,
  password_hash text,
  is_service boolean not null default false,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  login_attempts integer not null default 0,
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index users_username on users (lower(username)) where deleted_at is null;
create unique index users_email on users (lower(email)) where deleted_at is null;

create table used_passwords (
  user_id integer not null references users on delete cascade,
  password_hash text not null,
  used_at timestamptz not null default now()
);
create index used_passwords_user on used_passwords (user_id, used_at desc);

create table sessions (
  digest bytea primary key,
  id uuid not null unique default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  seen_at timestamptz not null default now(),
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id, created_at);

-- One-time links: to choose a password after an invitation, a reset, or on the very first start.
create table password_links (
  digest bytea primary key,
  user_id integer references users on delete cascade,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_links_user on password_links (user_id);

create table personal_tokens (
  id serial primary key,
  user_id integer not null references users on delete cascade,
  description text not null,
  digest bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  unique (user_id, description)
);

create table login_attempts (
  who text not null,
  minute timestamptz not null,
  attempts integer not null,
  primary key (who, minute)
);
