-- People whose action sets added to a request of a service account. They cannot approve it.
alter table change_requests add column instigators integer[] not null default '{}';
