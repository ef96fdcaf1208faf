import type { ScheduledQuery } from '@flagstaff/contract/requests'
import { sql } from 'kysely'
import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'

/** The scheduled requests of a project that change any of the given things; all of them if nothing is given. */
export async function listScheduled(
  db: Reader,
  viewer: Viewer,
  project: string,
  { feature, strategyId, segmentId, variantForFlag }: ScheduledQuery,
): Promise<{ id: number; environment: string; title: string }[]> {
  if (!sees(viewer, project)) throw notFound('project', project)
  const matching = sql<boolean>`exists (
    select from request_changes c where c.request = change_requests.id and (
      c.flag = ${feature ?? null} or c.target = ${strategyId ?? null} or c.segment = ${segmentId ?? null}::integer
      or c.action = 'patchVariant' and c.flag = ${variantForFlag ?? null}))`
  const asked = [feature, strategyId, segmentId, variantForFlag].some((one) => one !== undefined)
  const rows = await db
    .selectFrom('change_requests')
    .select(['id', 'environment', 'title'])
    .where('project', '=', project)
    .where('state', '=', 'Scheduled')
    .$if(asked, (query) => query.where(matching))
    .orderBy('scheduled_at')
    .limit(300)
    .execute()
  return rows.map(({ title, ...row }) => ({ ...row, title: title ?? `Change request ${row.id}` }))
}
