import { sql } from 'kysely'
import type { Place } from '../../../platform/write/effects.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { requestEvent } from '../events.ts'
import { columns, type StoredRequest, toRequest } from '../queries.ts'
import { countApprovals } from '../review/queries.ts'
import { isApproved } from '../rules.ts'

/** Open requests need the new number of approvals too. Approved ones that have fewer go back to review. */
export async function raiseApprovals(tx: Tx, place: Place, needed: number) {
  for (const request of await raiseNeeded(tx, place, needed)) {
    if (request.state !== 'Approved' || isApproved(await countApprovals(tx.read, request))) continue
    await reopen(tx, request.id)
    tx.record(requestEvent('change-request-sent-to-review', request))
  }
}

async function raiseNeeded(
  tx: Tx,
  { project, environment }: Place,
  needed: number,
): Promise<StoredRequest[]> {
  const place = JSON.stringify([{ project, environment }])
  await sql`
    select id from change_requests where affects @> ${place}::jsonb
      and state in ('Draft', 'In review', 'Approved', 'Scheduled')
    order by id for update`.execute(tx.db)
  await sql`
    update change_requests set version = version + 1,
      min_approvals = case when project = ${project} and environment = ${environment}
        then greatest(min_approvals, ${needed}::int) else min_approvals end,
      affects = (
        select jsonb_agg(case when place @> (${place}::jsonb -> 0)
            then place || jsonb_build_object('needed', greatest((place ->> 'needed')::int, ${needed}::int))
            else place end order by position)
        from jsonb_array_elements(affects) with ordinality as a(place, position))
    where affects @> ${place}::jsonb and state in ('Draft', 'In review', 'Approved', 'Scheduled')`.execute(
    tx.db,
  )
  const rows = await tx.db
    .selectFrom('change_requests')
    .select(columns)
    .where(sql<boolean>`affects @> ${place}::jsonb`)
    .where('state', '=', 'Approved')
    .orderBy('id')
    .execute()
  return rows.map(toRequest)
}

/** What reviewers have seen stays approved. */
const reopen = (tx: Tx, id: number) =>
  sql`update change_requests set state = 'In review',
      state_times = state_times || jsonb_build_object('In review', now()) where id = ${id}`.execute(tx.db)
