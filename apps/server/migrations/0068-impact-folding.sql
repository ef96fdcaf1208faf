-- Samples that came with a frontend token are public: anybody could have sent them. They have series of their own. A
-- series also belongs to one set of bounds, because buckets with other bounds cannot be added. The digest stands for
-- labels, bounds and origin; an index on the labels themselves would refuse long ones.
alter table impact_series add column public boolean not null default false, add column digest text;
update impact_series set digest = 'before-' || id;
alter table impact_series alter column digest set not null,
  drop constraint impact_series_metric_labels_key, add unique (metric, digest);

-- Every upsert takes a number of the sequence, so 32 bits would be used up by a busy instance.
alter table impact_series alter column id type bigint;
alter table impact_minutes alter column series_id type bigint;

-- Public until a backend has sent it, which then decides about its type.
alter table impact_metrics add column public boolean not null default false, add column registered_at timestamptz;

-- Of a gauge: value is the sum of its minutes, and count their number.
create table impact_hours (
  series_id bigint not null references impact_series on delete cascade,
  hour timestamptz not null,
  value double precision not null,
  count double precision not null,
  buckets double precision[] not null,
  primary key (series_id, hour)
);
create index impact_hours_hour on impact_hours (hour);
create table impact_days (
  series_id bigint not null references impact_series on delete cascade,
  day timestamptz not null,
  value double precision not null,
  count double precision not null,
  buckets double precision[] not null,
  primary key (series_id, day)
);
create index impact_days_day on impact_days (day);
