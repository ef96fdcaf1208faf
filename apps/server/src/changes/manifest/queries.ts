import type { ManifestFlag } from '@flagstaff/contract/manifest'
import type { ValueType } from '@flagstaff/contract/values'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, type Viewer } from '../../platform/write/actor.ts'

type Row = {
  name: string
  project: string
  type: string
  description: string | null
  stale: boolean
  value_type: ValueType
  value_schema: Record<string, unknown> | null
  default_value: unknown
  values: string[]
}
type Selection = { project?: string | undefined; key?: string | undefined; details?: boolean | undefined }

/** The flags that are not archived, by name. */
export async function listManifest(
  db: Reader,
  viewer: Viewer,
  { project = undefined, key = undefined, details = false }: Selection,
): Promise<ManifestFlag[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Row>`
    select f.name, f.project, f.type, f.description, f.stale, f.value_type, f.value_schema, f.default_value,
      ${details ? valuesOfString : sql`'{}'::text[]`} as values
    from flags f
    where f.archived_at is null and (${seen}::text[] is null or f.project = any(${seen}))
      and (${project ?? null}::text is null or f.project = ${project ?? null})
      and (${key ?? null}::text is null or f.name = ${key ?? null})
    order by f.name`,
  )
  return rows.map((row) => toManifest(row, details))
}

const valuesOfString = sql`case when f.value_type <> 'string' then '{}' else array(
  select distinct v.variant -> 'payload' ->> 'value'
  from (select variants from rules where flag = f.name
        union all select variants from flag_environments where flag = f.name) own,
    jsonb_array_elements(own.variants) v(variant)
  where v.variant -> 'payload' ->> 'value' is not null order by 1) end`

const toManifest = (row: Row, details: boolean): ManifestFlag => ({
  key: row.name,
  name: row.name,
  type: row.value_type,
  ...(row.description === null ? {} : { description: row.description }),
  defaultValue: row.default_value ?? false,
  ...(row.value_schema ? { schema: row.value_schema } : {}),
  ...(details ? { project: row.project, kind: row.type, stale: row.stale } : {}),
  ...(details && row.value_type === 'string' ? { values: row.values } : {}),
})

/** When the newest event of the flag was recorded. */
export async function findUpdatedAt(db: Reader, flag: string): Promise<Date> {
  const [row] = await rowsOf(
    db,
    sql<{ at: Date }>`
    select created_at as at from events where flag = ${flag} order by revision desc limit 1`,
  )
  return row?.at ?? new Date()
}

export async function listProjects(db: Reader, viewer: Viewer): Promise<string[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ id: string }>`
    select id from projects where archived_at is null and (${seen}::text[] is null or id = any(${seen}))
    order by id`,
  )
  return rows.map(({ id }) => id)
}
