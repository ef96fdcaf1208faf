import { sql } from 'kysely'
import { type FlagState, listStates } from '../../../flags/index.ts'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import { isChange } from '../../../platform/database/event-queries.ts'
import { displayName } from '../../../platform/database/person-queries.ts'
import { findSegment } from '../../../setup/segments/index.ts'
import { toSegmentState } from '../changes/difference.ts'
import type { StoredChange, StoredRequest } from '../queries.ts'
import { conflictOf, type Present } from './rules.ts'
import { findSegmentConflicts } from './segment-queries.ts'
import { findSwitchConflicts } from './switch-queries.ts'

/** Conflicts do not depend on who asks; what is shown of a request does. */
const EVERYTHING = { projects: 'all', userId: 0 } as const

/** The changes of these requests that no longer fit the current state, with the reason and who changed it. */
export async function findConflicts(
  db: Reader,
  requests: readonly StoredRequest[],
  all: readonly StoredChange[],
): Promise<Map<number, string>> {
  const bases = new Map(requests.map(({ id, baseRevision }) => [id, baseRevision]))
  const projects = new Map(requests.map(({ id, project }) => [id, project]))
  const changes = all.filter(({ request }) => bases.has(request))
  const present = await readPresent(db, changes)
  const moved = changes.filter((change) => {
    const { flag } = present(change)
    return flag && flag.project !== projects.get(change.request)
  })
  // Not who changed it since: that happened in another project.
  const reasons = moved.map(({ id, flag }) => [id, `The flag ${flag} was moved to another project.`] as const)
  const [segments, switches] = await Promise.all([
    findSegmentConflicts(db, changes),
    findSwitchConflicts(db, requests, changes, present),
  ])
  // Otherwise a new title would be enough to keep a temporary change.
  const returning = new Set(requests.flatMap(({ id, returns }) => (returns === null ? [] : [id])))
  const found = changes.flatMap((change) => {
    const reason = moved.includes(change)
      ? undefined
      : (conflictOf(change, present(change), { withLabels: !returning.has(change.request) }) ??
        segments.get(change.id) ??
        switches.get(change.id))
    return reason ? [{ change, reason }] : []
  })
  if (found.length === 0) return new Map(reasons)
  const changers = await listChangers(
    db,
    bases,
    found.map(({ change }) => change),
  )
  return new Map([
    ...reasons,
    ...found.map(({ change, reason }) => {
      const who = changers.get(change.id)
      return [change.id, who ? `${reason} ${who} changed it last.` : reason] as const
    }),
  ])
}

/** The current state of what each of these changes is about. */
export async function readPresent(
  db: Reader,
  changes: readonly StoredChange[],
): Promise<(change: StoredChange) => Present> {
  const names = [...new Set(changes.flatMap(({ flag }) => flag ?? []))]
  const ids = [...new Set(changes.flatMap(({ segment }) => segment ?? []))]
  const places = [...new Set(changes.map(({ environment }) => environment))]
  const [states, segments] = await Promise.all([
    names.length > 0 ? listStates(db, EVERYTHING, { names }, places) : ([] as FlagState[]),
    Promise.all(ids.map((id) => findSegment(db, EVERYTHING, id))),
  ])
  const flags = new Map(states.map((state) => [state.name, state]))
  const known = new Map(segments.flatMap((one) => (one ? [[one.id, toSegmentState(one)]] : [])))
  return ({ flag, segment }) => ({ flag: flags.get(flag ?? ''), segment: known.get(segment ?? 0) })
}

/** Who last changed what these changes are about, since their request was based on it. */
async function listChangers(
  db: Reader,
  bases: ReadonlyMap<number, number>,
  changes: readonly StoredChange[],
): Promise<Map<number, string>> {
  const about = changes.map(({ id, request, flag, segment, environment }) => ({
    id,
    flag,
    segment,
    environment,
    base: bases.get(request) ?? 0,
  }))
  const rows = await rowsOf(
    db,
    sql<{ id: number; who: string }>`
    select c.id, e.who
    from jsonb_to_recordset(${JSON.stringify(about)}::jsonb) as c(id integer, flag text, segment integer, environment text, base bigint)
    cross join lateral (
      select ${displayName('e.actor_id', 'e.actor_name')} as who from events e
      where e.revision > c.base and coalesce(e.group_type, '') <> 'change-request' and ${isChange('e.type')}
        and (c.flag is not null and e.flag = c.flag and (e.environment is null or e.environment = c.environment)
          or c.segment is not null and e.type like 'segment-%' and e.data ->> 'id' = c.segment::text)
      order by e.revision desc limit 1
    ) e`,
  )
  return new Map(rows.map(({ id, who }) => [id, who]))
}
