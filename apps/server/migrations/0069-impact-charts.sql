-- Charts of impact metrics: of a flag, or of the instance if there is none. The project is that of the flag.
create table impact_charts (
  id text primary key,
  flag text references flags on delete cascade,
  title text,
  metric text not null,
  source text not null,
  mode text not null,
  time_range text not null,
  labels jsonb not null,
  y_axis_min text not null
);
create index impact_charts_flag on impact_charts (flag, id);
