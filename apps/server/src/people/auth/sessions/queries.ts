import type { ActiveSession } from '@flagstaff/contract/sessions'
import { sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { deviceOf } from './rules.ts'

type Row = {
  id: string
  digest: Buffer
  user_id: number
  name: string | null
  username: string | null
  email: string | null
  ip: string | null
  user_agent: string | null
  auth_type: string
  created_at: Date
  expires_at: Date
  seen_at: Date
}

type Filter = {
  userId?: number
  /** The digest of the caller's session. */
  own: Buffer | undefined
  idleHours: number
}

/** Sessions that have not ended, most recently used first. */
export async function listSessions(db: Reader, { userId, own, idleHours }: Filter): Promise<ActiveSession[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select s.id, s.digest, s.user_id, nullif(u.name, '') as name, u.username, u.email, s.ip, s.user_agent, s.auth_type, s.created_at,
        s.expires_at, s.seen_at
      from sessions s join users u on u.id = s.user_id
      where s.expires_at > now() and u.deleted_at is null
        and (${userId ?? null}::integer is null or s.user_id = ${userId ?? null})
        and (${idleHours}::numeric <= 0 or s.seen_at > now() - ${idleHours}::numeric * interval '1 hour')
      order by s.seen_at desc, s.id`,
  )
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: row.name,
    username: row.username,
    email: row.email,
    ip: row.ip,
    ...deviceOf(row.user_agent),
    createdAt: row.created_at.toISOString(),
    expiredAt: row.expires_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    authType: row.auth_type,
    current: own?.equals(row.digest) ?? false,
  }))
}

type Which = { userId?: number; id?: string; except?: Buffer | undefined }

/** Ends sessions; returns their accounts. */
export async function endSessions(db: Db, { userId, id, except }: Which) {
  const { rows } = await sql<{
    id: number
    username: string | null
    email: string | null
    name: string | null
    authType: string
  }>`
    delete from sessions s using users u
    where u.id = s.user_id
      and (${userId ?? null}::integer is null or s.user_id = ${userId ?? null})
      and (${id ?? null}::uuid is null or s.id = ${id ?? null}::uuid)
      and (${except ?? null}::bytea is null or s.digest <> ${except ?? null})
    returning u.id, u.username, u.email, u.name, s.auth_type as "authType"`.execute(db)
  return rows
}
