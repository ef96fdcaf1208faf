import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { digestOf } from '../../../platform/write/used-segments.ts'
import type { StoredChange } from '../queries.ts'

type Changed = { request: number; flag: string; environment: string; segment: string | null }

/**
 * Changes of flags whose rules name a segment that is not as it was when the request was reviewed. What a request changes
 * itself is compared with the change.
 */
export async function findSegmentConflicts(
  db: Reader,
  changes: readonly StoredChange[],
): Promise<Map<number, string>> {
  const requests = [...new Set(changes.map(({ request }) => request))]
  const found = requests.length > 0 ? await listChanged(db, requests) : []
  return new Map(
    found.flatMap(({ request, flag, environment, segment }) => {
      const own = changes.filter((change) => change.request === request)
      const about = own.filter((change) => change.flag === flag)
      const change = about.find((one) => one.environment === environment) ?? about[0] ?? own[0]
      const reason = segment === null ? UNKNOWN : `The segment ${segment}, which ${flag} uses, was changed.`
      return change ? [[change.id, reason] as const] : []
    }),
  )
}

const UNKNOWN = 'It was reviewed without what is in its segments.'

/** Requests of earlier versions do not know what was in the segments: only those that were in use were protected. */
const listChanged = (db: Reader, requests: readonly number[]): Promise<Changed[]> =>
  rowsOf(
    db,
    sql<Changed>`
    with effects as (
      select r.id as request, e ->> 'name' as flag, e ->> 'environment' as environment, e
      from change_requests r cross join lateral jsonb_array_elements(r.effects) e
      where r.id = any(${requests}) and (e ->> 'protected')::boolean and e ->> 'kind' in ('flag', 'plan')
    )
    select request, flag, environment, coalesce(s.name, used.id) as segment
    from effects cross join lateral jsonb_each_text(e -> 'segments') as used(id, digest)
    left join segments s on s.id = used.id::integer
    where used.digest is distinct from ${digestOf('s.constraints')} and not exists (
      select from request_changes c where c.request = effects.request and c.segment = used.id::integer)
    union all
    select request, flag, environment, null from effects
    where not e ? 'segments' and exists (
      select jsonb_path_query(e -> 'after', '$.**.segments[*]')
      except select jsonb_path_query(e -> 'before', '$.**.segments[*]'))`,
  )
