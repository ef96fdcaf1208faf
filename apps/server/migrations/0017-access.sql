create table groups (
  id serial primary key,
  name text not null,
  description text,
  -- What its members may do everywhere, beside their own root role.
  root_role integer references roles,
  -- What the identity provider calls this group.
  mappings text[] not null default '{}',
  -- Set where the group is kept by SCIM.
  scim_id text unique,
  external_id text,
  created_by text not null,
  created_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index groups_name on groups (lower(name));

create table group_members (
  group_id integer not null references groups on delete cascade,
  user_id integer not null references users on delete cascade,
  joined_at timestamptz not null default now(),
  created_by text not null,
  -- by hand, sso or scim: who added somebody may take them out again.
  origin text not null default 'hand',
  primary key (group_id, user_id)
);
create index group_members_user on group_members (user_id);

create table project_groups (
  project text not null references projects on delete cascade,
  group_id integer not null references groups on delete cascade,
  role_id integer not null references roles,
  added_at timestamptz not null default now(),
  primary key (project, group_id, role_id)
);
create index project_groups_group on project_groups (group_id);

-- Who holds which role where, and through which group. Whatever asks for rights or sight asks these.
create view project_access as
  select project, user_id, role_id, null::integer as group_id, added_at from project_members
  union all
  select p.project, m.user_id, p.role_id, p.group_id, p.added_at
  from project_groups p join group_members m on m.group_id = p.group_id;
create view root_access as
  select id as user_id, root_role as role_id, null::integer as group_id from users
  union all
  select m.user_id, g.root_role, g.id
  from group_members m join groups g on g.id = m.group_id where g.root_role is not null;

alter table users
  add column scim_id text unique,
  add column external_id text;

-- An account elsewhere that opens one here.
create table identities (
  issuer text not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index identities_user on identities (user_id);

-- Sign-ins under way at an identity provider: each comes back once.
create table sign_in_flows (
  digest bytea primary key,
  kind text not null,
  return_to text not null,
  expires_at timestamptz not null
);

create table logins (
  id bigserial primary key,
  created_at timestamptz not null default now(),
  type text not null,
  auth_type text not null,
  username text not null,
  successful boolean not null,
  failure_reason text,
  ip text,
  user_agent text
);
create index logins_created on logins (created_at);

create table invite_links (
  id text primary key,
  digest bytea not null unique,
  name text not null,
  role_id integer not null references roles,
  enabled boolean not null default true,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create table invite_link_users (
  link_id text not null references invite_links on delete cascade,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (link_id, user_id)
);

create table access_requests (
  id text primary key,
  email text not null,
  requested_at timestamptz not null default now()
);
create unique index access_requests_email on access_requests (lower(email));
