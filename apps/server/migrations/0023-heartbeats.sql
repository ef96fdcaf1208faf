-- Each process writes its row every few seconds: a database that answers questions may still refuse to be written to.
create table heartbeats (
  process text primary key,
  at timestamptz not null
) with (fillfactor = 50);
