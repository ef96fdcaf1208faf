import type { ContextField, LegalValue } from '@flagstaff/contract/context'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'

type FieldRow = Selectable<Tables['context_fields']>
type Counted = FieldRow & { flags: number; projects: number }

/** Which fields to list: global ones, those of one project, those of all projects. */
export type Whose = { installation: boolean; projects: 'none' | 'all' | { id: string } }

export async function listContextFields(
  db: Reader,
  viewer: Viewer,
  { installation, projects }: Whose,
): Promise<ContextField[]> {
  const wanted = [
    ...(installation ? [sql`c.project is null`] : []),
    ...(projects === 'all' ? [sql`c.project is not null`] : []),
    ...(typeof projects === 'object' ? [sql`c.project = ${projects.id}`] : []),
  ]
  return (await select(db, viewer, sql.join(wanted, sql` or `))).map(withUse)
}

/** Within a project, finds its own fields and global ones. */
export async function findContextField(
  db: Reader,
  viewer: Viewer,
  name: string,
  project?: string,
): Promise<ContextField | undefined> {
  const bound = project === undefined ? sql`true` : sql`(c.project is null or c.project = ${project})`
  const [row] = await select(db, viewer, sql`c.name = ${name} and ${bound}`)
  return row && withUse(row)
}

/** Context fields with the number of flags that use them, as far as the viewer can see them. */
const select = (db: Reader, viewer: Viewer, condition: RawBuilder<unknown>): Promise<Counted[]> => {
  const seen = confinedTo(viewer)
  return rowsOf(
    db,
    sql<Counted>`
    select c.*, uses.flags, uses.projects
    from context_fields c
    cross join lateral (
      select count(*) as flags, count(distinct f.project) as projects
      from (select distinct r.flag from rules r where ${uses(sql`r.constraints`, sql`c.name`)}) u
      join flags f on f.name = u.flag and f.archived_at is null
      where ${seen}::text[] is null or f.project = any(${seen})
    ) uses
    where (${condition}) and (${seen}::text[] is null or c.project is null or c.project = any(${seen}))
    order by c.sort_order, c.name`,
  )
}

const uses = (constraints: RawBuilder<unknown>, name: RawBuilder<unknown>) =>
  sql`${constraints} @> jsonb_build_array(jsonb_build_object('contextName', ${name}))`

/** Rules with a constraint on the field, in one project or in all that the viewer can see. */
export async function listRulesUsing(db: Reader, viewer: Viewer, name: string, project?: string) {
  const rows = await rowsOf(
    db,
    sql<{
      id: string
      featureName: string
      projectId: string
      environment: string
      strategyName: string
    }>`
    select r.id, f.name as "featureName", f.project as "projectId", r.environment, r.name as "strategyName"
    from rules r join flags f on f.name = r.flag and f.archived_at is null
    where ${uses(sql`r.constraints`, sql`${name}::text`)}
      and (${project ?? null}::text is null or f.project = ${project ?? null})
    order by f.name, r.environment, r.sort_order, r.id`,
  )
  return rows.filter(({ projectId }) => sees(viewer, projectId))
}

/** A value of the field that is in use, and a description of the rule or segment that uses it. */
export type ForeignUse = { value: string; user: string }

/** Uses of values that are not legal values, as far as the viewer can see them. */
export async function listForeignUses(
  db: Reader,
  viewer: Viewer,
  field: string,
  legal: readonly string[],
): Promise<ForeignUse[]> {
  const seen = confinedTo(viewer)
  const isForeign = sql`c.one ->> 'contextName' = ${field} and not v.value = any(${legal}::text[])`
  const values = (constraints: RawBuilder<unknown>) => sql`
    cross join lateral jsonb_array_elements(${constraints}) c(one)
    cross join lateral (
      select jsonb_array_elements_text(c.one -> 'values') as value
      union select c.one ->> 'value' where coalesce(c.one ->> 'value', '') <> ''
    ) v`
  return rowsOf(
    db,
    sql<ForeignUse>`
    select distinct v.value, format('%s in %s', f.name, r.environment) as "user"
    from rules r join flags f on f.name = r.flag and f.archived_at is null ${values(sql`r.constraints`)}
    where ${uses(sql`r.constraints`, sql`${field}::text`)} and ${isForeign}
      and (${seen}::text[] is null or f.project = any(${seen}))
    union
    select distinct v.value, format('the segment %s', s.name)
    from segments s ${values(sql`s.constraints`)}
    where ${uses(sql`s.constraints`, sql`${field}::text`)} and ${isForeign}
      and (${seen}::text[] is null or s.project is null or s.project = any(${seen}))
    order by 1, 2`,
  )
}

export async function isProject(db: Reader, viewer: Viewer, id: string): Promise<boolean> {
  if (!sees(viewer, id)) return false
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('context_fields').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

export async function lockContextField(tx: Tx, name: string): Promise<ContextField | undefined> {
  const row = await tx.db
    .selectFrom('context_fields')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row && toField(row)
}

/** Returns undefined if the name is taken. */
export async function insertContextField(tx: Tx, field: ContextField): Promise<ContextField | undefined> {
  const row = await tx.db
    .insertInto('context_fields')
    .values({ name: field.name, project: field.project ?? null, ...toColumns(field) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toField(row)
}

export async function replaceContextField(tx: Tx, field: ContextField): Promise<ContextField> {
  const row = await tx.db
    .updateTable('context_fields')
    .set((eb) => ({ ...toColumns(field), version: eb('version', '+', 1) }))
    .where('name', '=', field.name)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toField(row)
}

export const removeContextField = (tx: Tx, name: string) =>
  tx.db.deleteFrom('context_fields').where('name', '=', name).execute()

/** Counts the rules and segments with a constraint on the field, including rules of archived flags. */
export async function countUses(tx: Tx, name: string): Promise<{ rules: number; segments: number }> {
  const { rows } = await sql<{ rules: number; segments: number }>`
    select (select count(*) from rules r where ${uses(sql`r.constraints`, sql`${name}::text`)}) as rules,
      (select count(*) from segments s where ${uses(sql`s.constraints`, sql`${name}::text`)}) as segments`.execute(
    tx.db,
  )
  return rows[0] ?? { rules: 0, segments: 0 }
}

const toColumns = (field: ContextField) => ({
  description: field.description ?? null,
  legal_values: JSON.stringify(field.legalValues ?? []),
  stickiness: field.stickiness ?? false,
  sort_order: field.sortOrder ?? 0,
  value_type: field.valueType ?? 'string',
})

const withUse = ({ flags, projects, ...row }: Counted): ContextField => ({
  ...toField(row),
  usedInFeatures: flags,
  usedInProjects: projects,
})

const toField = (row: FieldRow): ContextField => ({
  name: row.name,
  ...(row.description === null ? {} : { description: row.description }),
  stickiness: row.stickiness,
  sortOrder: row.sort_order,
  legalValues: row.legal_values as LegalValue[],
  valueType: row.value_type as NonNullable<ContextField['valueType']>,
  createdAt: row.created_at.toISOString(),
  ...(row.project === null ? {} : { project: row.project }),
  objectVersion: row.version,
})
