import type { Registration } from '@flagstaff/delivery'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { storableJson } from '../../platform/database/text.ts'
import { processOf } from './process-queries.ts'

const whole = (value: number | undefined) =>
  value === undefined || !Number.isFinite(value)
    ? null
    : Math.max(0, Math.min(Math.round(value), 2 ** 31 - 1))
const moment = (value: number | undefined) =>
  value === undefined || Math.abs(value) > 4e12 ? null : new Date(value).toISOString()

export async function listApplicationNames(db: Db, most: number): Promise<string[]> {
  const rows = await db.selectFrom('applications').select('name').orderBy('created_at').limit(most).execute()
  return rows.map(({ name }) => name)
}

/** Stores all registrations in one batch. Expects one per instance, sorted by key to avoid deadlocks. */
export async function upsertRegistrations(db: Db, registrations: readonly Registration[]): Promise<void> {
  const rows = registrations.map((one) => ({
    app: one.app,
    instance: processOf(one),
    environment: one.environment,
    sdk_version: one.sdkVersion,
    sdk_type: one.sdkType,
    spec_version: one.specVersion,
    platform: one.platform,
    connection_id: one.connectionId,
    interval_ms: whole(one.intervalMs),
    started_at: moment(one.startedAt),
    ip: one.ip,
    connect_via: one.connectVia ?? null,
    strategies: one.strategies ?? null,
    projects: one.projects,
  }))
  await sql`
    with sent as materialized (
      select * from json_to_recordset(${storableJson(rows)}::json) as row(app text, instance text, environment text,
        sdk_version text, sdk_type text, spec_version text, platform text, connection_id text, interval_ms integer,
        started_at timestamptz, ip text, connect_via jsonb, strategies jsonb, projects jsonb)
    ), apps as (
      insert into applications as a (name, strategies)
      select app, coalesce((array_agg(strategies) filter (where strategies is not null))[1], '[]')
      from sent group by app order by app
      on conflict (name) do update set seen_at = now(),
        strategies = case when excluded.strategies = '[]' then a.strategies else excluded.strategies end
      where a.seen_at < now() - interval '1 minute'
        or (excluded.strategies <> '[]' and excluded.strategies <> a.strategies)
    ), uses as (
      insert into application_uses as u (app, project, environment)
      select distinct s.app, p.project, s.environment
      from sent s, jsonb_array_elements_text(s.projects) as p(project) order by 1, 2, 3
      on conflict (app, project, environment) do update set seen_at = now()
      where u.seen_at < now() - interval '1 minute'
    )
    insert into instances as i (app, instance, environment, sdk_version, sdk_type, spec_version, platform, connection_id,
      interval_ms, started_at, ip, connect_via)
    select app, instance, environment, sdk_version, sdk_type, spec_version, platform, connection_id, interval_ms,
      started_at, ip, connect_via
    from sent order by app, instance, environment
    on conflict (app, instance, environment) do update set
      sdk_version = coalesce(excluded.sdk_version, i.sdk_version), sdk_type = excluded.sdk_type,
      spec_version = coalesce(excluded.spec_version, i.spec_version),
      platform = coalesce(excluded.platform, i.platform),
      connection_id = coalesce(excluded.connection_id, i.connection_id),
      interval_ms = coalesce(excluded.interval_ms, i.interval_ms),
      started_at = coalesce(excluded.started_at, i.started_at), ip = excluded.ip,
      connect_via = coalesce(excluded.connect_via, i.connect_via), seen_at = now()`.execute(db)
}
