import { createHash } from 'node:crypto'
import type { Job } from '../../../platform/background/jobs.ts'
import type { WorkHandles } from '../../../platform/manifest.ts'
import { system } from '../../../platform/write/actor.ts'
import { executeOrder } from '../../../platform/write/commands.ts'
import { addPartAhead } from '../../../platform/write/event-parts.ts'
import { removeEventsUpTo } from '../../../platform/write/remove-events.ts'
import { REMOVAL, recordRemoval } from './commands.ts'
import { partText } from './export.ts'
import {
  analyzeEvents,
  findRemoval,
  listUnfinished,
  type RemovedRow,
  storeChecked,
  storeFailure,
  storeRemoved,
} from './queries.ts'

/** How many pages are checked between two times that people can see how far it is. */
const PAGES_PER_NOTE = 50

/** Removes a part after it was compared with its file. Every step can be repeated. */
export const removal = (handles: WorkHandles): Job => ({
  name: REMOVAL,
  run: async (data) => {
    await remove(handles, (data as { last: number }).last)
  },
})

/** Adds parts in time, and goes on with removals whose job was lost. */
export const partUpkeep = (handles: WorkHandles): Job => ({
  name: 'event-part-upkeep',
  cron: '23 * * * *',
  async run() {
    await addPartAhead(handles.db)
    for (const { last } of await listUnfinished(handles.read)) await remove(handles, last)
    await analyzeEvents(handles.db)
  },
})

async function remove({ db, read, write }: WorkHandles, last: number) {
  const asked = await findRemoval(read, last)
  if (!asked || asked.removedAt || asked.failure !== null) return
  if (asked.lastHash === null) {
    const { lastHash, failure } = await compare({ db, read }, asked)
    if (lastHash === undefined) return storeFailure(db, last, failure)
    await executeOrder(write, system, recordRemoval.with({ last, lastHash }))
  }
  await removeEventsUpTo(db, last)
  await storeRemoved(db, last)
}

type Compared = { lastHash: string; failure?: undefined } | { lastHash?: undefined; failure: string }

async function compare({ db, read }: Pick<WorkHandles, 'db' | 'read'>, asked: RemovedRow): Promise<Compared> {
  const digest = createHash('sha256')
  let end = ''
  let pages = 0
  const noteProgress = async (revision: number) => {
    pages += 1
    if (pages % PAGES_PER_NOTE === 0) await storeChecked(db, asked.last, revision)
  }
  for await (const piece of partText(read, asked, noteProgress)) {
    digest.update(piece)
    end = piece
  }
  const { lastHash, brokenAt } = JSON.parse(end.trimEnd().split('\n').at(-1) ?? '{}')
  if (lastHash === undefined)
    return {
      failure: `The event ${brokenAt} is missing or was changed in the database, so nothing was removed. Verify the event log.`,
    }
  if (digest.digest('hex') !== asked.sha256)
    return {
      failure:
        'The SHA-256 does not match this part, so nothing was removed. Verify the file, or export it again.',
    }
  return { lastHash }
}
