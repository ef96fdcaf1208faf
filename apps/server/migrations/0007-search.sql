-- What words are looked for in. Kept in lower case, since lowering ten thousand texts takes longer than reading them.
alter table flags add column search_text text not null
  generated always as (lower(name || chr(10) || coalesce(description, ''))) stored;
create index flags_created_by on flags (created_by_id);

-- Where a flag is on, answered from the index alone: for filters and orders by environment.
create index flag_environments_state on flag_environments (environment, flag) include (enabled);
drop index flag_environments_environment;
