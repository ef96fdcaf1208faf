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
}

/** How many requests wait for an approval or for being applied by the caller, in one project or in all. */
export const countActionable = async (db: Reader, caller: Caller, project?: string): Promise<number> =>
  (await listActionable(db, caller, project)).length

export async function listActionable(db: Reader, caller: Caller, project?: string): Promise<number[]> {
  const seen = confinedTo(caller.viewer)
  const rows = await rowsOf(
    db,
    sql<Row>`
    select r.id, r.state, r.project, r.environment, r.author_id as author, r.affects,
      exists (select from request_reviews v where v.request = r.id and v.user_id = ${caller.actor.id}
        and v.edition = r.edition and v.verdict = 'approved') as reviewed
    from change_requests r
    where r.state in ('In review', 'Approved') and (${project ?? null}::text is null or r.project = ${project ?? null})
      and (${seen}::text[] is null or r.project = any(${seen}))`,
  )
  return rows.filter((row) => isActionable(row, caller)).map(({ id }) => id)
}

function isActionable({ id: _, state, author, affects, reviewed, ...place }: Row, caller: Caller): boolean {
  const isOwn = author === caller.actor.id
  if (state === 'Approved') {
    const places = affects.length > 0 ? affects : [place]
    return isOwn || places.every((one) => caller.may('APPLY_CHANGE_REQUEST', one))
  }
  return !isOwn && !reviewed && affects.some((one) => caller.may('APPROVE_CHANGE_REQUEST', one))
}
