import { sql } from 'kysely'
import { completeStored } from '../../../flags/index.ts'
import { type Access, readAccess } from '../../../people/access/index.ts'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Place } from '../../../platform/write/effects.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { columns, type StoredEffect, type StoredRequest, toRequest } from '../queries.ts'

/**
 * Locks a request, and the scheduled requests that were planned to follow it. All at once and in the order of their ids,
 * so that two requests that follow each other can be applied at the same time.
 */
export async function lockWithFollowers(
  tx: Tx,
  project: string,
  id: number,
): Promise<{ request: StoredRequest | undefined; followers: StoredRequest[] }> {
  const rows = await tx.db
    .selectFrom('change_requests')
    .select(columns)
    .where('project', '=', project)
    .where(sql<boolean>`id = ${id} or state = 'Scheduled' and follows @> array[${id}::integer]`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const requests = rows.map(toRequest)
  return {
    request: requests.find((one) => one.id === id),
    followers: requests.filter((one) => one.id !== id),
  }
}

/** What the author of a request can do now; undefined for a token, and if the account was deleted. */
export async function readAuthor(
  db: Reader,
  { authorType, authorId }: StoredRequest,
): Promise<Access | undefined> {
  if (authorType === 'token') return undefined
  const account = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', authorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return account && readAccess(db, account.id)
}

/** What was reviewed, and whether a place that it affects accepts no other result. */
export async function readApproved(
  tx: Tx,
  { id }: StoredRequest,
): Promise<{ effects: readonly StoredEffect[]; strict: boolean }> {
  const { rows } = await sql<{ effects: StoredEffect[]; strict: boolean }>`
    select r.effects, exists (
      select from protections p join jsonb_to_recordset(r.affects) as a(project text, environment text)
        using (project, environment)
      where p.strict
    ) as strict
    from change_requests r where r.id = ${id}`.execute(tx.db)
  return completeStored(rows[0] ?? { effects: [], strict: false })
}

/** Where rules and release plans name the segments. */
export const listSegmentUses = (db: Reader, ids: readonly number[]): Promise<Place[]> =>
  rowsOf(
    db,
    sql<Place>`
    select f.project, r.environment from rule_segments s
    join rules r on r.id = s.rule_id join flags f on f.name = r.flag
    where s.segment_id = any(${ids})
    union
    select f.project, p.environment from release_plans p join flags f on f.name = p.flag
    where exists (select from jsonb_path_query(p.milestones::jsonb, '$[*].strategies[*].segments[*]') used
      where used = any(select to_jsonb(id) from unnest(${ids}::int[]) id))`,
  )

/** The segments that the rules use which a request can change. */
export async function listUsedSegments(db: Reader, request: number): Promise<number[]> {
  const rows = await rowsOf(
    db,
    sql<{ id: number }>`
    select distinct s.segment_id as id from request_changes c
    join rules r on r.flag = c.flag and r.environment = c.environment
    join rule_segments s on s.rule_id = r.id
    where c.request = ${request}`,
  )
  return rows.map(({ id }) => id)
}

export const saveSnapshots = (tx: Tx, rows: readonly { id: number; snapshot: unknown }[]) =>
  sql`
    update request_changes c set snapshot = g.snapshot
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(id integer, snapshot jsonb)
    where c.id = g.id`.execute(tx.db)
