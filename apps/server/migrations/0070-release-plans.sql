-- Reusable steps of a rollout. Without a project, a template is for all projects. Milestones with their rules are one
-- document, because they are only ever read and replaced together.
create table release_templates (
  id text primary key,
  name text not null,
  description text,
  project text references projects (id) on delete cascade on update cascade,
  milestones jsonb not null,
  created_by_id integer not null,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  version integer not null default 1
);
create unique index release_templates_name on release_templates (coalesce(project, ''), lower(name));

-- The copy of a template that a flag follows in an environment. The rules of the active milestone are ordinary rules with
-- the ids that the milestone has for them.
create table release_plans (
  id text primary key,
  flag text not null,
  environment text not null,
  template_id text not null,
  name text not null,
  description text,
  milestones jsonb not null,
  active_milestone text,
  -- When the next milestone starts by itself. While the plan is paused or the flag is off, the time that remains.
  due_at timestamptz,
  remaining interval,
  paused_at timestamptz,
  pause_reason text,
  held_at timestamptz,
  created_by_id integer not null,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  unique (flag, environment),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade on update cascade
);
create index release_plans_due on release_plans (due_at) where due_at is not null;

create function run_plan_clock() returns trigger language plpgsql as $$
begin
  if new.paused_at is not null or new.held_at is not null then
    if new.due_at is not null then
      new.remaining := greatest(new.due_at - now(), interval '0');
      new.due_at := null;
    end if;
  elsif new.remaining is not null then
    new.due_at := coalesce(new.due_at, now() + new.remaining);
    new.remaining := null;
  end if;
  return new;
end $$;
create trigger release_plans_run_clock before insert or update on release_plans
  for each row execute function run_plan_clock();

-- Whatever turns a flag off stops the clock of its plan, and turning it on lets it run again.
create function hold_release_plan() returns trigger language plpgsql as $$
begin
  update release_plans set held_at = case when new.enabled then null else now() end
  where flag = new.flag and environment = new.environment and (held_at is null) <> new.enabled;
  return null;
end $$;
create trigger flags_hold_release_plans after update of enabled on flag_environments
  for each row when (old.enabled is distinct from new.enabled) execute function hold_release_plan();

-- What is done when a metric passes a limit: the plan is paused, or the flag is turned off if there is no plan. A plan
-- that is removed can come back by undo, so it is no foreign key.
create table safeguards (
  id text primary key,
  flag text not null,
  environment text not null,
  plan text,
  metric jsonb not null,
  condition jsonb not null,
  triggered_at timestamptz,
  created_at timestamptz not null default now(),
  foreign key (flag, environment) references flag_environments (flag, environment) on delete cascade on update cascade
);
create index safeguards_flag on safeguards (flag, environment);
