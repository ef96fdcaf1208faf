-- Who has which revision, as each process and each edge last told. Bookkeeping: rows that grow old count no more.
create table receipts (
  reporter text not null,
  environment text not null,
  kind text not null check (kind in ('server', 'edge')),
  -- Of an edge: its name, version, what it is connected to.
  about json not null,
  named json not null,
  counted json not null,
  updated_at timestamptz not null default now(),
  primary key (reporter, environment)
) with (fillfactor = 50);
