import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { Filter } from '../protocol/filter.ts'
import { type Attribute, type Attributes, conditionOf } from '../protocol/filter-queries.ts'
import type { Page } from '../protocol/paging.ts'
import { managed as managedUser } from '../users/queries.ts'

/** A group managed by SCIM. */
export type ScimGroup = {
  id: string
  groupId: number
  displayName: string
  externalId: string | null
  createdAt: Date
}
export type Member = { value: string; display: string }

const columns = sql`g.scim_id as id, g.id as "groupId", g.name as "displayName", g.external_id as "externalId",
  g.created_at as "createdAt"`
const managed = sql`g.scim_id is not null`

/** Includes deactivated accounts, which stay in their groups. */
const members = sql`from group_members m
  join users u on u.id = m.user_id
  join scim_users s on s.user_id = u.id and ${managedUser}`

const anyMember = (condition: unknown) =>
  sql`exists (select ${members} where m.group_id = g.id and ${condition})`
const member: Attribute = { kind: 'exact', value: sql`u.scim_id`, any: anyMember }
const attributes: Attributes = new Map<string, Attribute>([
  ['id', { kind: 'exact', value: sql`g.scim_id` }],
  ['externalid', { kind: 'exact', value: sql`g.external_id` }],
  ['displayname', { kind: 'text', value: sql`g.name` }],
  ['members', member],
  ['members.value', member],
  ['meta.created', { kind: 'moment', value: sql`g.created_at` }],
])

export async function listGroups(db: Reader, filter: Filter | undefined, { offset, limit }: Page) {
  const where = filter ? sql`${managed} and ${conditionOf(filter, attributes)}` : managed
  const [[counted], groups] = await Promise.all([
    rowsOf(db, sql<{ count: number }>`select count(*) from groups g where ${where}`),
    limit === 0
      ? []
      : rowsOf(
          db,
          sql<ScimGroup & { members: number }>`
            select ${columns}, (select count(*) from group_members m where m.group_id = g.id) as members
            from groups g where ${where} order by g.id limit ${limit} offset ${offset}`,
        ),
  ])
  return { total: counted?.count ?? 0, groups }
}

export async function findGroup(db: Reader, id: string): Promise<ScimGroup | undefined> {
  const [group] = await rowsOf(db, sql<ScimGroup>`select ${columns} from groups g where g.scim_id = ${id}`)
  return group
}

export async function lockGroup(tx: Tx, id: string): Promise<ScimGroup | undefined> {
  const { rows } =
    await sql<ScimGroup>`select ${columns} from groups g where g.scim_id = ${id} for update`.execute(tx.db)
  return rows[0]
}

/** The members of several groups, by group id. */
export async function listMembers(db: Reader, groupIds: readonly number[]): Promise<Map<number, Member[]>> {
  if (groupIds.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    sql<{ groupId: number; members: Member[] }>`
      select m.group_id as "groupId",
        json_agg(json_build_object('value', u.scim_id, 'display', coalesce(u.name, s.user_name)) order by u.id) as members
      ${members} where m.group_id = any(${groupIds}::int[]) group by m.group_id`,
  )
  return new Map(rows.map((row) => [row.groupId, row.members]))
}
