import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'
import type { StoredChange, StoredRequest } from '../queries.ts'

type Broken = { segment: number; id: number; title: string; project: string }

/** By change of a segment in an open request, the scheduled requests that change or use the segment too. */
export async function listBrokenSchedules(
  db: Reader,
  viewer: Viewer,
  open: readonly StoredRequest[],
  changes: readonly StoredChange[],
): Promise<Map<number, { id: number; title: string }[]>> {
  const isOpen = new Set(open.map(({ id }) => id))
  const about = changes.filter(({ request, segment }) => segment !== null && isOpen.has(request))
  if (about.length === 0) return new Map()
  const ids = [...new Set(about.flatMap(({ segment }) => segment ?? []))]
  const rows = await rowsOf(
    db,
    sql<Broken>`
    select s.id as segment, r.id, coalesce(r.title, 'Change request ' || r.id) as title, r.project
    from change_requests r cross join unnest(${ids}::int[]) as s(id)
    where r.state = 'Scheduled' and r.schedule_status = 'pending' and (
      exists (select from request_changes c where c.request = r.id and c.segment = s.id)
      or exists (select from jsonb_array_elements(r.effects) e where e -> 'segments' ? s.id::text))
    order by r.id`,
  )
  const seen = rows.filter(({ project }) => sees(viewer, project))
  return new Map(
    about.map((change) => [
      change.id,
      seen
        .filter(({ segment, id }) => segment === change.segment && id !== change.request)
        .map(({ id, title }) => ({ id, title })),
    ]),
  )
}
