-- Filters and orders of the list of flags that somebody gave a name.
create table saved_views (
  id serial primary key,
  user_id integer not null references users on delete cascade,
  -- Where it applies; null for the list of all flags.
  project text references projects on delete cascade,
  name text not null,
  search text not null,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, coalesce(project, ''), name);
create index saved_views_project on saved_views (project);
