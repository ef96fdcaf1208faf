import type { UnknownFlag } from '@flagstaff/contract/usage'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { storableJson } from '../../../platform/database/text.ts'
import { confinedTo, type Viewer } from '../../../platform/write/actor.ts'

export type Sighting = { environment: string; name: string; app: string; seenAt: number }

/** Stores unknown names and keeps only the newest of each environment. */
export async function upsertUnknown(db: Db, sightings: readonly Sighting[], most: number): Promise<void> {
  const rows = sightings
    .map(({ environment, name, app, seenAt }) => ({ environment, name, app, seen_at: new Date(seenAt) }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await sql`
    insert into unknown_flags as u (environment, name, app, seen_at)
    select environment, name, app, seen_at from json_to_recordset(${storableJson(rows)}::json)
      as row(environment text, name text, app text, seen_at timestamptz)
    on conflict (environment, name, app) do update set seen_at = greatest(u.seen_at, excluded.seen_at)`.execute(
    db,
  )
  await sql`
    delete from unknown_flags u using (
      select environment, name, row_number() over (partition by environment order by max(seen_at) desc) as place
      from unknown_flags group by environment, name
    ) ranked
    where ranked.place > ${most} and u.environment = ranked.environment and u.name = ranked.name`.execute(db)
}

const keyOf = ({ environment, name, app }: { environment: string; name: string; app: string }) =>
  JSON.stringify([environment, name, app])

type Row = { name: string; app: string; environment: string; seen_at: Date; event_at: Date | null }

/**
 * Hides names of former flags in projects that the viewer cannot see. Where old events were removed, any name without
 * events may be one, if its application also uses flags of such a project.
 */
export async function listUnknown(
  db: Reader,
  viewer: Viewer,
  only: { app?: string; usedIn?: readonly string[] } = {},
): Promise<UnknownFlag[]> {
  const seen = confinedTo(viewer)
  const { app = null, usedIn = null } = only
  const rows = await rowsOf(
    db,
    sql<Row>`
    select u.name, u.app, u.environment, u.seen_at, e.created_at as event_at
    from unknown_flags u
    left join lateral (
      select created_at, project from events where flag = u.name order by revision desc limit 1
    ) e on true
    where (${app}::text is null or u.app = ${app})
      and (${usedIn}::text[] is null or exists (select from application_uses a
        where a.app = u.app and a.environment = u.environment and a.project = any(${usedIn} || '{*}'::text[])))
      and not exists (select from flags f where f.name = u.name and f.archived_at is null)
      and (${seen}::text[] is null or e.project = any(${seen}) or (e.project is null and (
        not exists (select from removed_event_parts where last_hash is not null)
        or not exists (select from application_uses a
          where a.app = u.app and a.project <> all(${seen} || '{*}'::text[])))))
      and (${seen}::text[] is null
        or not exists (select from application_uses a where a.app = u.app)
        or exists (select from application_uses a where a.app = u.app and a.project = any(${seen} || '{*}'::text[])))
    order by u.name, u.app, u.environment`,
  )
  const flags = new Map<string, UnknownFlag & { reports: NonNullable<UnknownFlag['reports']> }>()
  for (const row of rows) {
    const seenAt = row.seen_at.toISOString()
    const flag = flags.get(row.name) ?? {
      name: row.name,
      lastSeenAt: seenAt,
      lastEventAt: row.event_at?.toISOString() ?? null,
      reports: [],
    }
    flags.set(row.name, flag)
    if (seenAt > flag.lastSeenAt) flag.lastSeenAt = seenAt
    const report = flag.reports.find(({ appName }) => appName === row.app) ?? {
      appName: row.app,
      environments: [],
    }
    if (report.environments.length === 0) flag.reports.push(report)
    report.environments.push({ environment: row.environment, seenAt })
  }
  return [...flags.values()]
}
