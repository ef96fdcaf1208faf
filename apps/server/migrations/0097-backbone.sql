-- Which server publishes changes to the backbone, and the streams that it created last. One row.
create table backbone (
  only_row boolean primary key default true check (only_row),
  holder text,
  held_until timestamptz,
  incarnation text
);
insert into backbone default values;
