import type { ScimStatus } from '@flagstaff/contract/scim'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'

const enabled = sql`coalesce((select (value ->> 'enabled')::boolean from settings where name = 'scim'), false)`

/** Whether SCIM is on, and the digest of its token. */
export async function findDoor(db: Reader): Promise<{ enabled: boolean; digest: Buffer | null }> {
  const [row] = await rowsOf(
    db,
    sql<{ enabled: boolean; digest: Buffer | null }>`
      select ${enabled} as enabled, (select digest from scim_token) as digest`,
  )
  return row ?? { enabled: false, digest: null }
}

/** Locks the setting until the commit; undefined if it was never set. */
export async function lockSwitch(tx: Tx): Promise<{ enabled: boolean } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('setting scim'))`.execute(tx.db)
  const row = await tx.db.selectFrom('settings').select('value').where('name', '=', 'scim').executeTakeFirst()
  return row?.value as { enabled: boolean } | undefined
}

export const replaceSwitch = (tx: Tx, value: { enabled: boolean }) =>
  tx.db
    .insertInto('settings')
    .values({ name: 'scim', value: JSON.stringify(value) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: JSON.stringify(value), version: sql`settings.version + 1` }),
    )
    .execute()

/** The previous token stops working. */
export async function replaceToken(tx: Tx, digest: Buffer) {
  await tx.db.deleteFrom('scim_token').execute()
  await tx.db.insertInto('scim_token').values({ digest, created_by: tx.actor.name }).execute()
}

export const markSeen = (db: Db, { request, status }: { request: string; status: number }) =>
  db
    .updateTable('scim_token')
    .set({ seen_at: new Date(), seen_request: request, seen_status: status })
    .execute()

type Row = {
  active_users: number
  inactive_users: number
  groups: number
  created_at: Date | null
  created_by: string | null
  seen_at: Date | null
  seen_request: string | null
  seen_status: number | null
}

export async function findStatus(db: Reader): Promise<Omit<ScimStatus, 'baseUrl'>> {
  const [row] = await rowsOf(
    db,
    sql<Row>`
      select counted.*, (select count(*) from groups where scim_id is not null) as groups, t.*
      from (
        select count(*) filter (where u.deleted_at is null) as active_users,
          count(*) filter (where u.deleted_at is not null and not s.active) as inactive_users
        from scim_users s join users u on u.id = s.user_id where u.scim_id is not null
      ) counted left join scim_token t on true`,
  )
  return {
    activeUsers: row?.active_users ?? 0,
    inactiveUsers: row?.inactive_users ?? 0,
    groups: row?.groups ?? 0,
    token:
      row?.created_at && row.created_by
        ? { createdAt: row.created_at.toISOString(), createdBy: row.created_by }
        : null,
    lastRequest:
      row?.seen_at && row.seen_request
        ? { at: row.seen_at.toISOString(), request: row.seen_request, status: row.seen_status ?? 0 }
        : null,
  }
}
