import type { WhatChanged, WhatChangedQuery } from '@flagstaff/contract/what-changed'
import type { Reader } from '../../platform/database/database.ts'
import { namesIn } from '../../platform/http/list.ts'
import type { Sight } from '../events/index.ts'
import { findChange } from '../playground/index.ts'
import { readDetails } from './details.ts'
import { groupChanges, type LightEvent } from './groups.ts'
import { listEnvironmentTypes, listLightEvents } from './queries.ts'
import { cursorOf, type Range, readRange } from './range.ts'

/** More events than this are not summarised, so that a response takes a fraction of a second. */
const MOST_EVENTS = 20_000
const USUAL_GROUPS = 100

export async function readWhatChanged(
  db: Reader,
  sight: Sight,
  query: WhatChangedQuery,
  most = MOST_EVENTS,
): Promise<WhatChanged> {
  const range = await readRange(db, query)
  const environments = namesIn(query.environment)
  const filter = { projects: namesIn(query.project), environments }
  const [found, types] = await Promise.all([
    listLightEvents(db, sight, {
      after: range.from.revision,
      upTo: range.to.revision,
      ...filter,
      limit: most + 1,
    }),
    listEnvironmentTypes(db),
  ])
  const { from, events, complete } = await withinLimit(db, range, found, most)
  const groups = groupChanges(events, (name) => types.get(name) === 'production')
  const limit = query.limit ?? USUAL_GROUPS
  const end = range.offset + limit
  const page = groups.slice(range.offset, end)
  const revisions = { before: from.revision, now: range.to.revision, latest: range.latest }
  return {
    from: pointOf(from),
    to: pointOf(range.to),
    latest: range.latest,
    complete,
    outside: sight.everything,
    changes: events.length,
    total: groups.length,
    groups: await readDetails(db, sight, page, { revisions, types }),
    next: end < groups.length ? cursorOf(from.revision, range.to.revision, end) : null,
  }
}

const pointOf = ({ revision, clock }: Range['from']) => ({ revision, at: new Date(clock).toISOString() })

/** Leaves out the oldest events if there are too many, and starts the period after the last change left out. */
async function withinLimit(db: Reader, { from }: Range, found: LightEvent[], most: number) {
  const oldest = found[most]
  if (!oldest) return { from, events: found, complete: true }
  const revision = (await findChange(db, oldest.revision))?.revision ?? oldest.revision
  return {
    from: { revision, clock: oldest.createdAt.getTime() },
    events: found.filter((event) => event.revision > revision),
    complete: false,
  }
}
