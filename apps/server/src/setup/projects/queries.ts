import type { CreateFeatureNamingPattern } from '@flagstaff/contract/flags'
import type { ProjectLinkTemplate, ProjectOverview } from '@flagstaff/contract/projects'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'

type ProjectRow = Selectable<Tables['projects']>

/** A project without related objects: what is locked, edited and recorded. */
export type ProjectRecord = {
  id: string
  name: string
  description?: string | undefined
  mode: NonNullable<ProjectOverview['mode']>
  defaultStickiness: string
  featureLimit: number | null
  featureNaming: CreateFeatureNamingPattern
  linkTemplates: ProjectLinkTemplate[]
  objectVersion: number
}
export type ProjectFields = Omit<ProjectRecord, 'objectVersion'>

export async function findProject(db: Reader, id: string): Promise<ProjectRecord | undefined> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toRecord(row)
}

/** Ids with this prefix. */
export async function listIdsLike(tx: Tx, slug: string): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where id = ${slug} or starts_with(id, ${`${slug}-`})`.execute(tx.db)
  return new Set(rows.map((row) => row.id))
}

export async function countActiveProjects(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('projects')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the id is taken. */
export async function insertProject(tx: Tx, project: ProjectFields): Promise<ProjectRecord | undefined> {
  const row = await tx.db
    .insertInto('projects')
    .values({ id: project.id, ...toColumns(project) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toRecord(row)
}

export async function replaceProject(tx: Tx, project: ProjectFields): Promise<ProjectRecord> {
  const row = await tx.db
    .updateTable('projects')
    .set((eb) => ({ ...toColumns(project), updated_at: sql<Date>`now()`, version: eb('version', '+', 1) }))
    .where('id', '=', project.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRecord(row)
}

/** Whether the context field can be used for stickiness in this project. */
export async function isSticky(tx: Tx, field: string, project: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('context_fields')
    .select('name')
    .where('name', '=', field)
    .where('stickiness', '=', true)
    .where((eb) => eb.or([eb('project', 'is', null), eb('project', '=', project)]))
    .executeTakeFirst()
  return row !== undefined
}

const toColumns = (project: ProjectFields) => ({
  name: project.name,
  description: project.description ?? null,
  mode: project.mode,
  default_stickiness: project.defaultStickiness,
  feature_limit: project.featureLimit,
  naming_pattern: project.featureNaming.pattern || null,
  naming_example: project.featureNaming.example || null,
  naming_description: project.featureNaming.description || null,
  link_templates: JSON.stringify(project.linkTemplates),
})

export const toRecord = (row: ProjectRow): ProjectRecord => ({
  id: row.id,
  name: row.name,
  ...(row.description === null ? {} : { description: row.description }),
  mode: row.mode as ProjectRecord['mode'],
  defaultStickiness: row.default_stickiness,
  featureLimit: row.feature_limit,
  featureNaming: {
    pattern: row.naming_pattern,
    example: row.naming_example,
    description: row.naming_description,
  },
  linkTemplates: row.link_templates as ProjectLinkTemplate[],
  objectVersion: row.version,
})
