-- The move from another server: one row, with the plan, the progress and the results, but never the token.
create sequence moving_editions;
create table moving (
  id integer primary key check (id = 1),
  -- Grows with each import, so that an older one stops following.
  edition integer not null default 0,
  state jsonb not null,
  updated_at timestamptz not null default now()
);
