-- Reports of edges are told apart by their id, or by their content within a minute, so that two in one minute both count.
delete from edge_reports;
alter table edge_reports drop constraint edge_reports_pkey;
alter table edge_reports add column report text not null;
alter table edge_reports add primary key (identifier, started, report);
create index edge_reports_minute on edge_reports (minute);
create index edges_reported_at on edges (reported_at);
