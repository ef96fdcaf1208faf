import type { Reader } from '../../platform/database/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findChange, findChangeBefore, findCounter } from './queries.ts'

const END = Date.parse('9999-12-31T23:59:59.999Z')

/** A past or current state of the installation, with the clock for evaluations. */
export type Moment = { revision: number; clock: number; latest: number; past: boolean }

export async function readMoment(
  db: Reader,
  asked: { atRevision?: number | undefined; at?: string | undefined },
): Promise<Moment> {
  if (asked.atRevision !== undefined && asked.at !== undefined)
    throw invalid('Send either a revision or a time, not both.', 'at')
  const { revision: latest, historyFloor } = await findCounter(db)
  const now = Date.now()
  const gone = invalid(
    `The history before revision ${historyFloor} has been deleted. Choose a later time.`,
    'atRevision',
  )
  const chosen =
    asked.atRevision !== undefined
      ? await atRevision(db, asked.atRevision, latest)
      : asked.at !== undefined
        ? await atTime(db, new Date(asked.at), latest)
        : { revision: latest, clock: now }
  if (!chosen || chosen.revision < historyFloor) throw gone
  return { ...chosen, latest, past: asked.atRevision !== undefined || asked.at !== undefined }
}

async function atRevision(db: Reader, revision: number, latest: number) {
  if (revision > latest)
    throw invalid(`Revision ${revision} does not exist yet. The latest is ${latest}.`, 'atRevision')
  if (revision === 0) return { revision, clock: 0 }
  const change = await findChange(db, revision)
  // Its event was removed.
  if (!change) return undefined
  // Ignore changes that commit after the counter was read.
  return { revision: Math.min(change.revision, latest), clock: change.createdAt.getTime() }
}

async function atTime(db: Reader, time: Date, latest: number) {
  // PostgreSQL and responses cannot write all times outside of these years, and nothing happens then.
  const clock = Math.min(Math.max(time.getTime(), 0), END)
  const change = clock === 0 ? undefined : await findChangeBefore(db, new Date(clock))
  return { revision: Math.min(change?.revision ?? 0, latest), clock }
}
