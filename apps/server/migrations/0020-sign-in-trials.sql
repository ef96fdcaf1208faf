-- What a provider answered when somebody tried it out: to be looked at for a few minutes.
create table sign_in_trials (
  digest bytea primary key,
  result jsonb not null,
  expires_at timestamptz not null
);
