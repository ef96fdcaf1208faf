import type { Reader } from '../../platform/database/database.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { sees } from '../../platform/write/actor.ts'
import { within } from './delivery/filter.ts'
import { readEvents } from './delivery/queries.ts'
import { recordOf } from './providers/streams.ts'

/** A part of the event log, one event per line. `next` is where the next part begins. */
export async function exportEvents(
  read: Reader,
  viewer: Viewer,
  { after, limit }: { after: number; limit: number },
): Promise<{ lines: string; next: number }> {
  const events = await readEvents(read, { after, limit })
  const visible = events
    .filter(({ project }) => sees(viewer, project))
    .map((event) => within(viewer.projects, event))
  return {
    lines: visible.map((event) => `${JSON.stringify(recordOf(event))}\n`).join(''),
    next: events.at(-1)?.id ?? after,
  }
}
