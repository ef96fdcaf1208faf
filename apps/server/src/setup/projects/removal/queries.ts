import { sql } from 'kysely'
import type { Tx } from '../../../platform/write/write.ts'

export type RemovedFlag = { name: string; project: string; tags: { type: string; value: string }[] }

/** Deletes the archived flags of a project with their configuration. */
export async function removeArchivedFlags(tx: Tx, project: string): Promise<RemovedFlag[]> {
  const { rows } = await sql<RemovedFlag>`
    with doomed as (
      select f.name, f.project, f.type, f.description, f.impression_data as "impressionData", f.stale,
        f.created_at as "createdAt", f.archived_at as "archivedAt",
        (select coalesce(json_agg(json_build_object('type', t.tag_type, 'value', t.tag_value)
           order by t.tag_type, t.tag_value), '[]') from flag_tags t where t.flag = f.name) as tags
      from flags f where f.project = ${project} and f.archived_at is not null
    ), gone as (
      delete from flags f using doomed d where f.name = d.name
    )
    select * from doomed order by name`.execute(tx.db)
  return rows
}

export type RemovedSegment = { id: number; name: string }

export async function lockSegments(tx: Tx, project: string): Promise<RemovedSegment[]> {
  return tx.db
    .selectFrom('segments')
    .select(['id', 'name', 'description', 'project', 'constraints'])
    .where('project', '=', project)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export type RemovedField = { name: string }

export async function listContextFields(tx: Tx, project: string): Promise<RemovedField[]> {
  return tx.db
    .selectFrom('context_fields')
    .select(['name', 'description', 'project', 'stickiness', 'legal_values as legalValues'])
    .where('project', '=', project)
    .orderBy('name')
    .execute()
}

/** Also deletes its members, segments, context fields and environment settings. */
export const removeProject = (tx: Tx, id: string) =>
  tx.db.deleteFrom('projects').where('id', '=', id).execute()
