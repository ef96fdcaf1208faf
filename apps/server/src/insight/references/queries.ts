import type { FlagCodeReferences } from '@flagstaff/contract/code-references'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type FlagPlaces, type Place, toReference } from './rules.ts'

/** The flags that the viewer can see, among these names. */
export async function listSeen(db: Reader, viewer: Viewer, names: readonly string[]): Promise<Set<string>> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
    select name from flags
    where name = any(${names}) and (${seen}::text[] is null or project = any(${seen}))`,
  )
  return new Set(rows.map(({ name }) => name))
}

export async function upsertRepository(tx: Tx, name: string): Promise<number> {
  const { id } = await tx.db
    .insertInto('code_repositories')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Source = { repository: number; branch: string; commit: string; urlTemplate: string | null }

/** A flag that is mentioned again after it was gone is not gone, and was first seen when it was first seen. */
export const upsertReferences = (
  tx: Tx,
  { repository, branch, commit, urlTemplate }: Source,
  flags: readonly FlagPlaces[],
) =>
  sql`
    insert into code_references (repository_id, branch, commit, url_template, flag, places, count)
    select ${repository}, ${branch}, ${commit}, ${urlTemplate}, one.flag, one.places, one.count
    from unnest(${flags.map(({ flag }) => flag)}::text[],
      ${flags.map(({ places }) => JSON.stringify(places))}::jsonb[],
      ${flags.map(({ count }) => count)}::integer[]) as one(flag, places, count)
    order by one.flag
    on conflict (repository_id, flag)
    do update set places = excluded.places, count = excluded.count, branch = excluded.branch,
      commit = excluded.commit, url_template = excluded.url_template, uploaded_at = now(), gone_at = null`.execute(
    tx.db,
  )

/** Only flags that the caller can see: an upload does not change what it cannot know. */
export async function markGone(tx: Tx, repository: number, present: readonly string[]) {
  const seen = confinedTo(tx.caller.viewer)
  await sql`
    update code_references r set places = '[]', count = 0, gone_at = now()
    from flags f
    where r.repository_id = ${repository} and r.gone_at is null and not r.flag = any(${present})
      and f.name = r.flag and (${seen}::text[] is null or f.project = any(${seen}))`.execute(tx.db)
}

type Row = {
  name: string
  branch: string
  commit: string
  urlTemplate: string | null
  uploadedAt: Date
  firstSeenAt: Date
  goneAt: Date | null
  count: number
  places: Place[]
}

/** Also of an archived flag; undefined if the viewer sees no such flag. */
export async function readReferences(
  db: Reader,
  viewer: Viewer,
  { project, flag }: { project: string; flag: string },
): Promise<FlagCodeReferences | undefined> {
  if (!sees(viewer, project)) return undefined
  const [[found], rows] = await Promise.all([
    rowsOf(db, sql`select 1 from flags where name = ${flag} and project = ${project}`),
    rowsOf(
      db,
      sql<Row>`
      select p.name, r.branch, r.commit, r.url_template as "urlTemplate", r.uploaded_at as "uploadedAt",
        r.first_seen_at as "firstSeenAt", r.gone_at as "goneAt", r.count, r.places
      from code_references r join code_repositories p on p.id = r.repository_id
      where r.flag = ${flag} order by p.name`,
    ),
  ])
  if (!found) return undefined
  return {
    repositories: rows.map((row) => ({
      name: row.name,
      branch: row.branch,
      commit: row.commit,
      uploadedAt: row.uploadedAt.toISOString(),
      firstSeenAt: row.firstSeenAt.toISOString(),
      goneSince: row.goneAt?.toISOString() ?? null,
      count: row.count,
      references: row.places.map(toReference(row)),
    })),
    total: rows.reduce((sum, { count }) => sum + count, 0),
  }
}
