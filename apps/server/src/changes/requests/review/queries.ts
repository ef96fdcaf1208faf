import { sql } from 'kysely'
import { type Access, readAccess } from '../../../people/access/index.ts'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { listNeeded, type StoredRequest } from '../queries.ts'
import { type Approval, type Counted, count, includes } from '../rules.ts'

export type Verdict = 'approved' | 'rejected'

/** One account has one verdict; a later one replaces it. */
export async function saveReview(tx: Tx, { id, edition }: StoredRequest, verdict: Verdict) {
  await tx.db
    .insertInto('request_reviews')
    .values({ request: id, user_id: tx.actor.id, user_name: tx.actor.name, verdict, edition })
    .onConflict((conflict) =>
      conflict
        .columns(['request', 'user_id'])
        .doUpdateSet({ verdict, edition, user_name: tx.actor.name, created_at: sql`now()` }),
    )
    .execute()
}

/**
 * The approvals of the current editions of requests, by request, with the places in which their accounts can approve
 * now. The access of each account is read once.
 */
export async function listApprovals(
  db: Reader,
  requests: readonly StoredRequest[],
): Promise<Map<number, Approval[]>> {
  const rows = await db
    .selectFrom('request_reviews')
    .innerJoin('users', 'users.id', 'request_reviews.user_id')
    .select(['request', 'user_id', 'edition'])
    .where('request', '=', sql<number>`any(${requests.map(({ id }) => id)})`)
    .where('verdict', '=', 'approved')
    .where('users.deleted_at', 'is', null)
    .execute()
  const accounts = [...new Set(rows.map((row) => row.user_id))]
  const access = new Map(
    await Promise.all(accounts.map(async (id) => [id, await readAccess(db, id)] as const)),
  )
  const approvalsOf = (request: StoredRequest): Approval[] =>
    rows
      .filter((row) => row.request === request.id && row.edition === request.edition)
      .flatMap(({ user_id: userId }) => {
        const held = access.get(userId)
        return held ? [{ userId, places: placesIn(held, request) }] : []
      })
  return new Map(requests.map((request) => [request.id, approvalsOf(request)]))
}

/** How many approvals a request has in each place that it affects, and needs: when it was edited, or now if that is more. */
export async function countApprovals(db: Reader, request: StoredRequest): Promise<Counted[]> {
  const [approvals, now] = await Promise.all([listApprovals(db, [request]), listNeeded(db, request.affects)])
  const affects = request.affects.map((place) => {
    const needed = now.find((one) => includes([one], place))?.needed ?? 0
    return { ...place, needed: Math.max(place.needed, needed) }
  })
  return count(affects, approvals.get(request.id) ?? [])
}

const placesIn = ({ grants, projects }: Access, { affects }: StoredRequest) =>
  affects.filter(
    (place) =>
      (projects === 'all' || projects.has(place.project)) && grants.holds('APPROVE_CHANGE_REQUEST', place),
  )

/** Whether an action set of the caller added to the request. */
export async function isInstigator({ read, actor }: Tx, { id }: StoredRequest): Promise<boolean> {
  const rows = await rowsOf(
    read,
    sql`select from change_requests where id = ${id} and ${actor.id}::int = any(instigators)`,
  )
  return rows.length > 0
}

export async function insertComment(tx: Tx, request: number, text: string) {
  await tx.db
    .insertInto('request_comments')
    .values({ request, user_id: tx.actor.id, user_name: tx.actor.name, text })
    .execute()
}

/** Replaces the asked reviewers, and returns those who were not asked before. */
export async function replaceReviewers(
  tx: Tx,
  request: number,
  reviewers: readonly number[],
): Promise<number[]> {
  await sql`delete from request_reviewers where request = ${request} and user_id <> all(${reviewers})`.execute(
    tx.db,
  )
  const { rows } = await sql<{ id: number }>`
    insert into request_reviewers (request, user_id)
    select ${request}, u.id from users u where u.id = any(${reviewers}) and u.deleted_at is null
    on conflict do nothing returning user_id as id`.execute(tx.db)
  return rows.map(({ id }) => id)
}

/** Whether administrators can approve their own requests in all of these places. */
export async function adminsApproveOwn(tx: Tx, { affects }: StoredRequest): Promise<boolean> {
  const { rows } = await sql<{ allowed: boolean }>`
    select bool_and(p.admins_approve_own) as allowed
    from protections p join jsonb_to_recordset(${JSON.stringify(affects)}::jsonb) as a(project text, environment text)
      using (project, environment)`.execute(tx.db)
  return rows[0]?.allowed ?? true
}
