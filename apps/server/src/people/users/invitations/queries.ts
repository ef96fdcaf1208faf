import type { Role, User } from '@flagstaff/contract/accounts'
import { type RawBuilder, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { VIEWER_ROLE } from '../queries.ts'
import { invitationDigest } from './rules.ts'

export type Invitation = {
  id: string
  name: string
  enabled: boolean
  createdBy: string
  createdAt: string
  expiresAt: string
  role: Role
  users: User[]
}

const moment = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const columns = sql`l.id, l.name, l.enabled, l.created_by as "createdBy", ${moment('l.created_at')} as "createdAt",
  ${moment('l.expires_at')} as "expiresAt",
  json_build_object('id', r.id, 'name', r.name, 'type', r.type, 'description', r.description) as role,
  (select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'username', u.username) order by u.id), '[]')
    from invite_link_users v join users u on u.id = v.user_id
    where v.link_id = l.id and u.deleted_at is null) as users`

const select = (condition: RawBuilder<unknown>, end = sql``) => sql<Invitation>`
  select ${columns} from invite_links l join roles r on r.id = l.role_id where ${condition} ${end}`

export const listInvitations = (db: Reader): Promise<Invitation[]> =>
  rowsOf(db, select(sql`true`, sql`order by l.created_at desc, l.id`))

/** Finds an invite link by its secret or its id. */
export async function findInvitation(db: Reader, token: string): Promise<Invitation | undefined> {
  const [link] = await rowsOf(db, select(sql`(l.id = ${token} or l.digest = ${invitationDigest(token)})`))
  return link
}

export async function lockInvitation(tx: Tx, id: string): Promise<Invitation | undefined> {
  const [link] = await rowsOf(tx.read, select(sql`l.id = ${id}`, sql`for update of l`))
  return link
}

const isOpen = sql`l.enabled and l.expires_at > now()`

/** Finds a link by its secret only; undefined if it is disabled or expired. */
export async function findOpenInvitation(db: Reader, secret: string): Promise<Invitation | undefined> {
  const [link] = await rowsOf(db, select(sql`l.digest = ${invitationDigest(secret)} and ${isOpen}`))
  return link
}

/** Locks the link until the commit, so that disabling it waits. */
export async function holdOpenInvitation(tx: Tx, id: string): Promise<Invitation | undefined> {
  const [link] = await rowsOf(tx.read, select(sql`l.id = ${id} and ${isOpen}`, sql`for share of l`))
  return link
}

type NewInvitation = { id: string; digest: Buffer; name: string; expiresAt: Date }

export const insertInvitation = (tx: Tx, { id, digest, name, expiresAt }: NewInvitation) =>
  tx.db
    .insertInto('invite_links')
    .values({ id, digest, name, role_id: VIEWER_ROLE, created_by: tx.actor.name, expires_at: expiresAt })
    .execute()

export const replaceInvitation = (tx: Tx, id: string, change: { enabled: boolean; expiresAt: Date }) =>
  tx.db
    .updateTable('invite_links')
    .set({ enabled: change.enabled, expires_at: change.expiresAt })
    .where('id', '=', id)
    .execute()

/** Whether the account was created through an invite link, so that its email address is unverified. */
export async function cameByInviteLink(db: Reader, userId: number): Promise<boolean> {
  const [row] = await rowsOf(db, sql`select 1 from invite_link_users where user_id = ${userId} limit 1`)
  return row !== undefined
}

export const insertInvited = (tx: Tx, linkId: string, userId: number) =>
  tx.db.insertInto('invite_link_users').values({ link_id: linkId, user_id: userId }).execute()
