import type { LoginEvent, LoginQuery } from '@flagstaff/contract/logins'
import { type RawBuilder, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import { displayNameOf } from '../../../platform/database/person-queries.ts'
import { containing } from '../../../platform/database/text.ts'

export type Login = {
  type: 'login' | 'logout'
  /** `password`, or the kind of identity provider. */
  authType: string
  username: string
  successful: boolean
  failureReason?: string | undefined
  ip: string | null
  userAgent: string | null
}

export const insertLogin = (db: Db, login: Login) =>
  db
    .insertInto('logins')
    .values({
      type: login.type,
      auth_type: login.authType,
      username: login.username,
      successful: login.successful,
      failure_reason: login.failureReason ?? null,
      ip: login.ip,
      user_agent: login.userAgent,
    })
    .execute()

const name = displayNameOf('logins.username')

type Row = Omit<LoginEvent, 'created_at'> & { created_at: Date }

/** Newest first. */
export async function listLogins(db: Reader, query: LoginQuery, limit: number): Promise<LoginEvent[]> {
  const rows = await rowsOf(
    db,
    sql<Row>`
      select id, created_at, type, auth_type, username, ${name} as name, successful, failure_reason, ip, user_agent
      from logins where ${matching(query)}
      order by id desc limit ${limit} offset ${query.offset ?? 0}`,
  )
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
}

export async function countLogins(db: Reader, query: LoginQuery): Promise<number> {
  const [row] = await rowsOf(db, sql<{ count: number }>`select count(*) from logins where ${matching(query)}`)
  return row?.count ?? 0
}

function matching({ query, type, successful }: LoginQuery): RawBuilder<unknown> {
  const conditions = [sql`true`]
  if (type) conditions.push(sql`type = ${type}`)
  if (successful !== undefined) conditions.push(sql`successful = ${successful}`)
  if (query) {
    const pattern = containing(query)
    conditions.push(
      sql`(username ilike ${pattern} or ${name} ilike ${pattern} or ip ilike ${pattern} or auth_type ilike ${pattern})`,
    )
  }
  return sql.join(conditions, sql` and `)
}
