-- Which flags a project had, for questions about its past. Without it, one project costs as much as all of them.
create index published_project on published (project, name) where kind = 'flag' and environment = '*';

-- The first page of a search in its usual order, and the count of all flags from the index alone.
create index flags_newest on flags (created_at, name) where archived_at is null;
