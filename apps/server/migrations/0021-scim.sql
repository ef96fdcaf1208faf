-- What an identity provider calls the accounts it keeps, in its own words.
create table scim_users (
  user_id integer primary key references users on delete cascade,
  user_name text not null,
  display_name text,
  given_name text,
  family_name text,
  -- Whether the provider lets this person in. An account that was ended here, not there, is no longer its business.
  active boolean not null default true,
  modified_at timestamptz not null default now()
);
create unique index scim_users_name on scim_users (lower(user_name));

-- The token an identity provider comes with: one at most.
create table scim_token (
  only_one boolean primary key default true check (only_one),
  digest bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz,
  seen_request text,
  seen_status integer
);
