import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { type Caller, confinedTo } from '../../../platform/write/actor.ts'
import type { Affected } from '../rules.ts'

type Row = {
  id: number
  state: string
  project: string
  environment: string
  author: number
  affects: Affected[]
  reviewed: boolean
  /** Administrators can approve their own requests in all affected places. */
  adminsApproveOwn: boolean
}

/**
 * How many requests wait for an approval or for being applied by the caller, in one project or in all. A schedule that
 * failed or was suspended waits for someone, too.
 */
export const countActionable = async (db: Reader, caller: Caller, project?: string): Promise<number> =>
  (await listActionable(db, caller, project)).length

export async function listActionable(db: Reader, caller: Caller, project?: string): Promise<number[]> {
  const seen = confinedTo(caller.viewer)
  const rows = await rowsOf(
    db,
    sql<Row>`
    select r.id, r.state, r.project, r.environment, r.author_id as author, r.affects,
      exists (select from request_reviews v where v.request = r.id and v.user_id = ${caller.actor.id}
        and v.edition = r.edition and v.verdict = 'approved') as reviewed,
      not exists (
        select from protections p join jsonb_to_recordset(r.affects) as a(project text, environment text)
          using (project, environment)
        where not p.admins_approve_own
      ) as "adminsApproveOwn"
    from change_requests r
    where (r.state in ('In review', 'Approved') or r.state = 'Scheduled' and r.schedule_status <> 'pending') and (${project ?? null}::text is null or r.project = ${project ?? null})
      and (${seen}::text[] is null or r.project = any(${seen}))`,
  )
  return rows.filter((row) => isActionable(row, caller)).map(({ id }) => id)
}

function isActionable(row: Row, caller: Caller): boolean {
  const { state, author, affects, reviewed, adminsApproveOwn } = row
  const isOwn = author === caller.actor.id
  if (state !== 'In review') {
    const places = affects.length > 0 ? affects : [row]
    return isOwn || places.every((one) => caller.may('APPLY_CHANGE_REQUEST', one))
  }
  const mayReview = !isOwn || (adminsApproveOwn && caller.may('ADMIN', {}))
  return mayReview && !reviewed && affects.some((one) => caller.may('APPROVE_CHANGE_REQUEST', one))
}
