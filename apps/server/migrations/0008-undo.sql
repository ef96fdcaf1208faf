-- Orders that take a change back, for a few minutes and for whoever made it. Written with the change itself.
create table undos (
  id text primary key,
  actor text not null,
  -- The change has the revisions from the first to the last one.
  first_revision bigint not null,
  revision bigint not null,
  orders json not null,
  created_at timestamptz not null default now()
);
create index undos_time on undos (created_at);
