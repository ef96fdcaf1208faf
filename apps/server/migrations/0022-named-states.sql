-- A state is named by its revision and the hash of the event log there: after a restore or failover that lost
-- changes, the same numbers are given again, the same hashes are not.
alter table heads add column hash bytea;
update heads h set hash = e.hash from events e where e.revision = h.revision;
update heads set hash = sha256('flagstaff') where hash is null;
alter table heads alter column hash set not null;

-- Drawn anew whenever a server finds that the history is not the one it knew.
alter table counter alter column epoch drop default;
alter table counter alter column epoch type text using epoch::text;
alter table counter alter column epoch set default left(encode(sha256(random()::text::bytea), 'hex'), 16);
