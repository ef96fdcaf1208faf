-- Secrets of new tokens, sealed with a key that only the token which created them can derive.
create table token_copies (
  token_id text primary key references api_tokens on delete cascade,
  holder bytea not null,
  sealed bytea not null
);
create index token_copies_holder on token_copies (holder);
