import type { TemplateMilestone } from '@flagstaff/contract/release-plans'
import type { ReleaseTemplate } from '@flagstaff/contract/release-templates'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { notFound } from '../../platform/errors.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type Template, templateOf } from './wire.ts'

type Row = Selectable<Tables['release_templates']>
type Content = Pick<Template, 'name' | 'description' | 'milestones'>

const toTemplate = (row: Row): Template => ({
  id: row.id,
  name: row.name,
  description: row.description,
  project: row.project,
  milestones: row.milestones as TemplateMilestone[],
  createdByUserId: row.created_by_id,
  createdAt: row.created_at.toISOString(),
  archivedAt: row.archived_at?.toISOString() ?? null,
  objectVersion: row.version,
})

type Selection = {
  /** The templates of this project; those of all projects without one. */
  project: string | null
  /** Adds the templates of all projects. */
  withShared?: boolean
  archived?: boolean
}

/** Templates by name, with the number of flags that the viewer sees with a plan from them. */
export async function listTemplates(
  db: Reader,
  viewer: Viewer,
  { project, withShared = false, archived = false }: Selection,
): Promise<ReleaseTemplate[]> {
  if (!sees(viewer, project)) throw notFound('project', project ?? '')
  const projects = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Row & { flags: number }>`
      select t.*, (
        select count(distinct p.flag)::int from release_plans p join flags f on f.name = p.flag
        where p.template_id = t.id and f.archived_at is null
          and (${projects}::text[] is null or f.project = any(${projects}))) as flags
      from release_templates t
      where (t.project is not distinct from ${project} or (${withShared} and t.project is null))
        and (t.archived_at is not null) = ${archived}
      order by t.project nulls last, lower(t.name)`,
  )
  return rows.map(({ flags, ...row }) => ({ ...templateOf(toTemplate(row)), usedInFeatures: flags }))
}

export async function requireProject(db: Reader, viewer: Viewer, project: string) {
  const row = await db.selectFrom('projects').select('id').where('id', '=', project).executeTakeFirst()
  if (!row || !sees(viewer, project)) throw notFound('project', project)
}

export async function findTemplate(db: Reader, viewer: Viewer, id: string): Promise<Template | undefined> {
  const row = await db.selectFrom('release_templates').selectAll().where('id', '=', id).executeTakeFirst()
  return row && sees(viewer, row.project) ? toTemplate(row) : undefined
}

/** Undefined if the template does not exist or belongs elsewhere. */
export async function lockTemplate(
  tx: Tx,
  project: string | null,
  id: string,
): Promise<Template | undefined> {
  const row = await tx.db
    .selectFrom('release_templates')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`project is not distinct from ${project}`)
    .forUpdate()
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** Archived templates do not count. */
export async function countTemplates(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('release_templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Undefined if the name or the id is taken. */
export async function insertTemplate(
  tx: Tx,
  template: Content & { id: string; project: string | null; archived: boolean },
): Promise<Template | undefined> {
  const row = await tx.db
    .insertInto('release_templates')
    .values({
      id: template.id,
      project: template.project,
      ...columnsOf(template),
      created_by_id: tx.actor.id,
      archived_at: template.archived ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toTemplate(row)
}

/** Undefined if another template of the same owner has the name. */
export async function replaceTemplate(
  tx: Tx,
  { id, project }: Pick<Template, 'id' | 'project'>,
  content: Content,
): Promise<Template | undefined> {
  const row = await tx.db
    .updateTable('release_templates')
    .set({ ...columnsOf(content), version: sql`version + 1` })
    .where('id', '=', id)
    .where(
      sql<boolean>`not exists (select from release_templates other
        where other.project is not distinct from ${project} and lower(other.name) = lower(${content.name})
          and other.id <> ${id})`,
    )
    .returningAll()
    .executeTakeFirst()
  return row && toTemplate(row)
}

export async function setArchived(tx: Tx, id: string, archived: boolean): Promise<Template> {
  const row = await tx.db
    .updateTable('release_templates')
    .set({ archived_at: archived ? sql`now()` : null, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTemplate(row)
}

export const removeTemplate = (tx: Tx, id: string) =>
  tx.db.deleteFrom('release_templates').where('id', '=', id).execute()

const columnsOf = ({ name, description, milestones }: Content) => ({
  name,
  description,
  milestones: JSON.stringify(milestones),
})
