import type { Store } from '@flagstaff/delivery'
import type { Db } from '../platform/database.ts'
import { TOKEN_END_KEPT_MINUTES } from '../platform/housekeeping.ts'
import { readAll, readChanges, readCounter } from './published-queries.ts'

/** Well within the time that the end of a token is kept. */
const LONGEST_GAP_MS = (TOKEN_END_KEPT_MINUTES / 2) * 60_000

/**
 * Brings the store up to the newest committed revision: by what was published since, or from the beginning where
 * that is not enough (first start, restored database, pruned history, long absence).
 */
export async function catchUp(db: Db, store: Store): Promise<void> {
  const counter = await readCounter(db)
  const startOver =
    store.syncedAt === 0 ||
    counter.epoch !== store.epoch ||
    counter.revision < store.revision ||
    counter.historyFloor > store.revision ||
    Date.now() - store.syncedAt > LONGEST_GAP_MS
  if (startOver) store.apply(await readAll(db))
  else if (counter.revision > store.revision) store.apply(await readChanges(db, store.revision))
  else store.markSynced()
}
