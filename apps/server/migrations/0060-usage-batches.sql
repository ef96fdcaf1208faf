-- Bulks of edges that were taken in. An edge that does not hear so sends a bulk again, and it must not count twice.
create table usage_batches (
  environment text not null,
  id text not null,
  received_at timestamptz not null default now(),
  primary key (environment, id)
);
create index usage_batches_received on usage_batches using brin (received_at);
