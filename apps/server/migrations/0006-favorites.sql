create table favorite_flags (
  user_id integer not null references users on delete cascade,
  flag text not null references flags on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, flag)
);
create index favorite_flags_flag on favorite_flags (flag);

create table favorite_projects (
  user_id integer not null references users on delete cascade,
  project text not null references projects on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, project)
);
create index favorite_projects_project on favorite_projects (project);
