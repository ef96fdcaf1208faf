-- Tokens that a setting named at some start. One that was deleted since must not come back at the next start.
create table token_seeds (
  digest bytea primary key,
  created_at timestamptz not null default now()
);
-- Tokens that existed before this table count as named, also if they were deleted.
insert into token_seeds (digest)
select distinct decode(name, 'hex') from published where kind = 'token';
