import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import type { Filter } from '../protocol/filter.ts'
import { type Attributes, conditionOf } from '../protocol/filter-queries.ts'
import type { Page } from '../protocol/paging.ts'
import type { Profile } from './profile.ts'

/** An account managed by SCIM. */
export type ScimUser = Profile & {
  id: string
  active: boolean
  userId: number
  /** The name as shown in Flagstaff. */
  name: string | null
  createdAt: Date
  modifiedAt: Date
  groups: { value: string; display: string }[]
}

/** Accounts that were deleted in Flagstaff are no longer managed; accounts that SCIM deactivated can be reactivated. */
export const managed = sql`(u.scim_id is not null and (u.deleted_at is null or not s.active))`
const from = sql`from users u join scim_users s on s.user_id = u.id`
const columns = sql`u.scim_id as id, u.id as "userId", u.external_id as "externalId", u.email, u.name,
  u.created_at as "createdAt", s.user_name as "userName", s.display_name as "displayName",
  s.given_name as "givenName", s.family_name as "familyName", u.deleted_at is null as active,
  s.modified_at as "modifiedAt",
  (select coalesce(json_agg(json_build_object('value', g.scim_id, 'display', g.name) order by g.id), '[]')
   from group_members m join groups g on g.id = m.group_id
   where m.user_id = u.id and g.scim_id is not null) as groups`

const address = sql`u.email`
const attributes: Attributes = new Map([
  ['id', { kind: 'exact', value: sql`u.scim_id` }],
  ['externalid', { kind: 'exact', value: sql`u.external_id` }],
  ['username', { kind: 'text', value: sql`s.user_name` }],
  ['displayname', { kind: 'text', value: sql`u.name` }],
  ['name.formatted', { kind: 'text', value: sql`u.name` }],
  ['name.givenname', { kind: 'text', value: sql`s.given_name` }],
  ['name.familyname', { kind: 'text', value: sql`s.family_name` }],
  ['emails', { kind: 'text', value: address }],
  ['emails.value', { kind: 'text', value: address }],
  ['emails.type', { kind: 'text', value: sql`(case when u.email is not null then 'work' end)` }],
  ['emails.primary', { kind: 'boolean', value: sql`(u.email is not null)` }],
  ['active', { kind: 'boolean', value: sql`(u.deleted_at is null)` }],
  ['meta.created', { kind: 'moment', value: sql`u.created_at` }],
  ['meta.lastmodified', { kind: 'moment', value: sql`s.modified_at` }],
])

export async function listUsers(db: Reader, filter: Filter | undefined, { offset, limit }: Page) {
  const where = filter ? sql`${managed} and ${conditionOf(filter, attributes)}` : managed
  const [[counted], users] = await Promise.all([
    rowsOf(db, sql<{ count: number }>`select count(*) ${from} where ${where}`),
    limit === 0
      ? []
      : rowsOf(
          db,
          sql<ScimUser>`select ${columns} ${from} where ${where} order by u.id limit ${limit} offset ${offset}`,
        ),
  ])
  return { total: counted?.count ?? 0, users }
}

export async function findUser(db: Reader, id: string): Promise<ScimUser | undefined> {
  const [user] = await rowsOf(
    db,
    sql<ScimUser>`select ${columns} ${from} where ${managed} and u.scim_id = ${id}`,
  )
  return user
}

const rootPermissions = (where: RawBuilder<unknown>) => sql`array(
  select distinct p.permission from root_access a join role_permissions p on p.role_id = a.role_id
  where a.user_id = u.id and ${where})`

/** Permissions of the account without those from SCIM groups, whose roles are granted to the directory on purpose. */
const ownPermissions = rootPermissions(
  sql`not exists (select from groups g where g.id = a.group_id and g.scim_id is not null)`,
)

export type LockedUser = ScimUser & { rootPermissions: string[] }

export async function lockUser(tx: Tx, id: string): Promise<LockedUser | undefined> {
  const { rows } = await sql<LockedUser>`
    select ${columns}, ${ownPermissions} as "rootPermissions" ${from} where ${managed} and u.scim_id = ${id}
    for update of u, s`.execute(tx.db)
  return rows[0]
}

/** Account ids by SCIM id; unknown ids are omitted. */
export async function listUserIds(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; userId: number }>`
    select u.scim_id as id, u.id as "userId" ${from} where ${managed} and u.scim_id = any(${ids}::text[])`.execute(
    tx.db,
  )
  return new Map(rows.map(({ id, userId }) => [id, userId]))
}

/** The SCIM groups of an account. */
export async function listGroupIds(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.db
    .selectFrom('group_members as m')
    .innerJoin('groups as g', 'g.id', 'm.group_id')
    .select('g.id')
    .where('m.user_id', '=', userId)
    .where('g.scim_id', 'is not', null)
    .orderBy('g.id')
    .execute()
  return rows.map(({ id }) => id)
}

export type Match = { id: number; isService: boolean; isManaged: boolean; rootPermissions: string[] }

/** Locks the accounts that have one of these user names or email addresses. */
export async function lockMatches(tx: Tx, names: readonly string[]): Promise<Match[]> {
  const lower = names.map((name) => name.toLowerCase())
  const { rows } = await sql<Match>`
    select u.id, u.is_service as "isService", u.scim_id is not null as "isManaged",
      ${rootPermissions(sql`true`)} as "rootPermissions"
    from users u
    where u.deleted_at is null and (lower(u.email) = any(${lower}::text[]) or lower(u.username) = any(${lower}::text[]))
    order by u.id for update of u`.execute(tx.db)
  return rows
}

/** Frees the userName of accounts that SCIM no longer manages. */
const freeName = (tx: Tx, userName: string) =>
  sql`delete from scim_users s using users u
    where u.id = s.user_id and not ${managed} and lower(s.user_name) = lower(${userName})`.execute(tx.db)

/** False if another account has the userName. */
export async function insertProfile(tx: Tx, userId: number, profile: Profile): Promise<boolean> {
  await freeName(tx, profile.userName)
  const row = await tx.db
    .insertInto('scim_users')
    .values({ user_id: userId, ...toColumns(profile) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False if another account has the userName. */
export async function replaceProfile(tx: Tx, userId: number, profile: Profile): Promise<boolean> {
  await freeName(tx, profile.userName)
  const row = await tx.db
    .updateTable('scim_users')
    .set({ ...toColumns(profile), modified_at: sql`now()` })
    .where('user_id', '=', userId)
    .where(
      sql<boolean>`not exists (select from scim_users other
        where lower(other.user_name) = lower(${profile.userName}) and other.user_id <> ${userId})`,
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export const removeProfile = (tx: Tx, userId: number) =>
  tx.db.deleteFrom('scim_users').where('user_id', '=', userId).execute()

const toColumns = ({ userName, displayName, givenName, familyName, active = true }: Profile) => ({
  user_name: userName,
  display_name: displayName,
  given_name: givenName,
  family_name: familyName,
  active,
})
