-- Flags are boolean unless they have a type. json keeps the order in which people wrote a schema.
alter table flags
  add column value_type text not null default 'boolean'
    check (value_type in ('boolean', 'string', 'integer', 'float', 'object')),
  add column value_schema json,
  add column default_value json;
