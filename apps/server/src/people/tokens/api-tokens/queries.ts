import type { ApiToken } from '@flagstaff/contract/tokens'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Db, type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { markerOf, type TokenType } from '../rules.ts'
import type { StoredToken } from './events.ts'

export type TokenRow = Selectable<Tables['api_tokens']> & { projects: string[] }

/** Columns of `api_tokens t`, with its projects. */
export const columns = sql`t.*, array(
  select p.project from api_token_projects p where p.token_id = t.id order by p.project) as projects`

type Filter = { types: readonly TokenType[]; name?: string; project?: string }

/** Only lists the projects of a token that the viewer can see, and only tokens with at least one of them. */
export async function listApiTokens(db: Reader, viewer: Viewer, filter: Filter): Promise<ApiToken[]> {
  const conditions = [sql`t.type = any(${filter.types})`]
  if (filter.name !== undefined) conditions.push(sql`t.name = ${filter.name}`)
  if (filter.project !== undefined) conditions.push(isOf(filter.project))
  const rows = await rowsOf(
    db,
    sql<TokenRow>`select ${columns} from api_tokens t where ${sql.join(conditions, sql` and `)}
      order by t.created_at desc, t.id`,
  )
  return rows.flatMap((row) => {
    const projects = row.projects.filter((project) => sees(viewer, project))
    const hidden = row.projects.length > 0 && projects.length === 0
    return hidden ? [] : [toToken({ ...row, projects })]
  })
}

const isOf = (project: string): RawBuilder<unknown> =>
  sql`exists (select from api_token_projects p where p.token_id = t.id and p.project = ${project})`

/** Finds a token by its selector or the digest of its secret. */
export async function lockApiToken(tx: Tx, key: string, project?: string): Promise<StoredToken | undefined> {
  const [row] = await rowsOf(
    tx.read,
    sql<TokenRow>`select ${columns} from api_tokens t
      where (t.id = ${key} or t.digest = decode(${digestIn(key)}, 'hex'))
        and ${project ? isOf(project) : sql`true`}
      for update of t`,
  )
  return row && toStored(row)
}

const digestIn = (key: string) => (/^[0-9a-f]{64}$/.test(key) ? key : '')

export type NewToken = {
  id: string
  digest: Buffer
  masked: string
  name: string
  type: TokenType
  environment: string
  allProjects: boolean
  projects: readonly string[]
  expiresAt: string | null
  cdn?: boolean
}

/** Undefined if the same secret is already stored. */
export async function insertApiToken(tx: Tx, token: NewToken): Promise<StoredToken | undefined> {
  const row = await tx.db
    .insertInto('api_tokens')
    .values({
      id: token.id,
      digest: token.digest,
      masked: token.masked,
      name: token.name,
      type: token.type,
      environment: token.environment,
      all_projects: token.allProjects,
      expires_at: token.expiresAt,
      created_by: tx.actor.name,
      cdn: token.cdn ?? false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  if (token.projects.length > 0) {
    await tx.db
      .insertInto('api_token_projects')
      .values(token.projects.map((project) => ({ token_id: row.id, project })))
      .execute()
  }
  return toStored({ ...row, projects: [...token.projects] })
}

export const moveExpiry = (tx: Tx, id: string, expiresAt: string | null) =>
  tx.db
    .updateTable('api_tokens')
    .set((eb) => ({ expires_at: expiresAt, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const removeApiToken = (tx: Tx, id: string) =>
  tx.db.deleteFrom('api_tokens').where('id', '=', id).execute()

export async function countApiTokens(db: Reader): Promise<number> {
  const [row] = await rowsOf(db, sql<{ count: number }>`select count(*) from api_tokens`)
  return row?.count ?? 0
}

/** Locks and returns the projects that exist and are not archived, until the commit. */
export async function lockProjects(tx: Tx, projects: readonly string[]): Promise<Set<string>> {
  if (projects.length === 0) return new Set()
  const rows = await tx.db
    .selectFrom('projects')
    .select('id')
    .where('id', 'in', [...projects])
    .where('archived_at', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export async function isProject(db: Reader, id: string): Promise<boolean> {
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function lockEnvironment(tx: Tx, name: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('environments')
    .select('name')
    .where('name', '=', name)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

/** Finds a token that has not expired. */
export async function findApiToken(db: Reader, digest: Buffer) {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'type', 'seen_at as seenAt'])
    .where('digest', '=', digest)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst()
}

export const markApiTokenSeen = (db: Db, id: string) =>
  db.updateTable('api_tokens').set({ seen_at: new Date() }).where('id', '=', id).execute()

export const toStored = (row: TokenRow): StoredToken => ({
  ...toToken(row),
  id: row.id,
  digest: row.digest.toString('hex'),
  cdn: row.cdn,
})

/** Backend tokens are reported as `client`, the only name that older edges know. */
const toToken = (row: TokenRow): ApiToken => ({
  id: row.id,
  secret: row.masked,
  tokenName: row.name,
  type: row.type === 'backend' ? 'client' : row.type === 'frontend' ? 'frontend' : 'admin',
  environment: row.environment,
  project: markerOf({ allProjects: row.all_projects, projects: row.projects }),
  projects: row.all_projects ? ['*'] : row.projects,
  expiresAt: row.expires_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  seenAt: row.seen_at?.toISOString() ?? null,
  alias: row.alias,
  secure: true,
  objectVersion: row.version,
})
