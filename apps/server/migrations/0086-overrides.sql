-- Signed orders that became changes, so that no server carries one out twice.
create table overrides (
  id text primary key,
  flag text not null,
  environment text not null,
  signed_at timestamptz not null,
  recorded_at timestamptz not null default now()
);
