import type { ProjectPeople, ProjectPerson } from '@flagstaff/contract/people'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { accountName } from '../../../platform/database/person-queries.ts'
import { isVisibleTo } from '../queries.ts'

const MOST_SUGGESTIONS = 20

/** What follows the @ in a mention. User names with spaces or an @ cannot be mentioned. */
const handle = sql`case when u.username ~ '^[^[:space:]@]+$' then u.username else coalesce(u.email, '') end`

/** People who can see a project. */
const listWhere = (
  db: Reader,
  project: string,
  condition: RawBuilder<unknown>,
  most: number | null = null,
): Promise<ProjectPerson[]> =>
  rowsOf(
    db,
    sql<ProjectPerson>`
    select u.id, ${accountName} as name, ${handle} as handle from users u join projects p on p.id = ${project}
    where u.deleted_at is null and not u.is_service and ${isVisibleTo(sql<number>`u.id`)} and ${condition}
    order by lower(${accountName}), u.id limit ${most}`,
  )

export async function listPeople(db: Reader, project: string, part: string): Promise<ProjectPeople> {
  const text = part.trim().toLowerCase()
  const [users, groups] = await Promise.all([
    listWhere(
      db,
      project,
      sql`strpos(lower(concat_ws(' ', u.name, u.username, u.email)), ${text}) > 0`,
      MOST_SUGGESTIONS,
    ),
    rowsOf(
      db,
      sql<ProjectPeople['groups'][number]>`
      select g.id, g.name, (select count(*)::int from group_members m join users u on u.id = m.user_id
        where m.group_id = g.id and u.deleted_at is null) as "userCount"
      from groups g where strpos(lower(g.name), ${text}) > 0
      order by lower(g.name), g.id limit ${MOST_SUGGESTIONS}`,
    ),
  ])
  return { users, groups }
}

/** A person who can see the project. */
export const findPerson = async (db: Reader, project: string, id: number) =>
  (await listWhere(db, project, sql`u.id = ${id}`))[0]

/** The people who can see the project and have one of these handles, in lower case. */
export const listMentioned = (db: Reader, project: string, handles: readonly string[]) =>
  listWhere(db, project, sql`lower(${handle}) = any(${handles}::text[]) and ${handle} <> ''`)

/** Those of these people who can see the project now. */
export const listPeopleById = (db: Reader, project: string, ids: readonly number[]) =>
  listWhere(db, project, sql`u.id = any(${ids}::int[])`)

export async function findGroupName(db: Reader, id: number): Promise<string | undefined> {
  const row = await db.selectFrom('groups').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
