import type { Reader } from '../platform/database.ts'
import { invalid } from '../platform/errors.ts'
import { findChange, findChangeBefore, findCounter } from './queries.ts'

/** A state the installation was in, and the clock of whoever asked then. */
export type Moment = { revision: number; clock: number; latest: number; past: boolean }

export async function readMoment(
  db: Reader,
  asked: { atRevision?: number | undefined; at?: string | undefined },
): Promise<Moment> {
  if (asked.atRevision !== undefined && asked.at !== undefined)
    throw invalid('Say either at which revision or at which time, not both.', 'at')
  const { revision: latest, historyFloor } = await findCounter(db)
  const now = Date.now()
  const chosen =
    asked.atRevision !== undefined
      ? await atRevision(db, asked.atRevision, latest)
      : asked.at !== undefined
        ? await atTime(db, new Date(asked.at), latest)
        : { revision: latest, clock: now }
  if (chosen.revision < historyFloor)
    throw invalid(
      `What was before revision ${historyFloor} is not kept any more. Ask for a later moment.`,
      'atRevision',
    )
  return { ...chosen, latest, past: asked.atRevision !== undefined || asked.at !== undefined }
}

async function atRevision(db: Reader, revision: number, latest: number) {
  if (revision > latest)
    throw invalid(`There is no revision ${revision} yet. The newest is ${latest}.`, 'atRevision')
  const change = await findChange(db, revision)
  return {
    // A change that ends after we looked at the counter is none yet.
    revision: Math.min(change?.revision ?? revision, latest),
    clock: change?.createdAt.getTime() ?? 0,
  }
}

async function atTime(db: Reader, time: Date, latest: number) {
  const change = await findChangeBefore(db, time)
  return { revision: Math.min(change?.revision ?? 0, latest), clock: time.getTime() }
}
