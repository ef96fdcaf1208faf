import { MOST_TAGGED_FLAGS } from '@flagstaff/contract/actions'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'

/** Service accounts, by the name that the event log shows. */
export const listServiceAccounts = (db: Reader): Promise<{ id: number; name: string }[]> =>
  rowsOf(
    db,
    sql<{ id: number; name: string }>`
      select id, coalesce(email, username, name, id::text) as name from users
      where is_service and deleted_at is null order by 2, 1`,
  )

export async function findServiceAccount(db: Reader, id: number) {
  const [found] = await rowsOf(
    db,
    sql<{ id: number; name: string }>`
      select id, coalesce(email, username, name, id::text) as name from users
      where id = ${id} and is_service and deleted_at is null`,
  )
  return found
}

export async function listProjectEnvironments(db: Reader, project: string): Promise<string[]> {
  const rows = await db
    .selectFrom('project_environments as p')
    .innerJoin('environments as e', 'e.name', 'p.environment')
    .select('e.name')
    .where('p.project', '=', project)
    .orderBy('e.sort_order')
    .orderBy('e.name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The flags of a project that are not archived; only one if it is named. */
export async function listFlagNames(db: Reader, project: string, name?: string): Promise<string[]> {
  const all = db
    .selectFrom('flags')
    .select('name')
    .where('project', '=', project)
    .where('archived_at', 'is', null)
    .orderBy('name')
  const rows = await (name === undefined ? all : all.where('name', '=', name)).execute()
  return rows.map((row) => row.name)
}

/** The tags of a project's flags, as `type:value`. */
export async function listTags(db: Reader, project: string): Promise<string[]> {
  const rows = await rowsOf(
    db,
    sql<{ tag: string }>`
      select distinct t.tag_type || ':' || t.tag_value as tag from flag_tags t
      join flags f on f.name = t.flag and f.project = ${project} and f.archived_at is null
      order by 1 limit 1000`,
  )
  return rows.map(({ tag }) => tag)
}

/** Up to one more than an action can change. */
export async function listTagged(db: Reader, project: string, tag: string): Promise<string[]> {
  const colon = tag.indexOf(':')
  const rows = await rowsOf(
    db,
    sql<{ name: string }>`
      select f.name from flags f join flag_tags t on t.flag = f.name
      where f.project = ${project} and f.archived_at is null
        and t.tag_type = ${tag.slice(0, colon)} and t.tag_value = ${tag.slice(colon + 1)}
      order by f.name limit ${MOST_TAGGED_FLAGS + 1}`,
  )
  return rows.map(({ name }) => name)
}
