import type { Store } from '@flagstaff/delivery'
import type { Db } from '../platform/database.ts'
import { TOKEN_END_KEPT_MINUTES } from '../platform/housekeeping.ts'
import { changeIn, type News, readAll, readNews, renewEpoch } from './published-queries.ts'

/** Well within the time that the end of a token is kept. */
const LONGEST_GAP_MS = (TOKEN_END_KEPT_MINUTES / 2) * 60_000

/**
 * What to do with the news:
 * - `nothing`: the store has it all;
 * - `apply`: bring in what is new;
 * - `reload`: read everything, since what is new may not be enough;
 * - `restart`: read everything, since the database has another history than the store (restored, or failed over to a
 *   server that lost changes);
 * - `follow`: the same, since another server found that out and said so;
 * - `wait`: the database is a standby that has not come as far as the store has.
 */
export type Step = 'nothing' | 'apply' | 'reload' | 'restart' | 'follow' | 'wait'

type Known = Pick<Store, 'revision' | 'hash' | 'epoch' | 'syncedAt'>

export function nextStep(store: Known, news: News, now: number): Step {
  if (store.syncedAt === 0) return 'reload'
  const shared = store.revision === 0 || news.hashThere === store.hash
  if (!shared) return news.hashThere === null && news.standby ? 'wait' : 'restart'
  if (news.epoch !== store.epoch) return 'follow'
  if (news.historyFloor > store.revision || now - store.syncedAt > LONGEST_GAP_MS) return 'reload'
  return news.revision > store.revision ? 'apply' : 'nothing'
}

/** Brings the store up to the newest committed revision. */
export async function catchUp(db: Db, store: Store): Promise<Step> {
  const asked = Date.now()
  const news = await readNews(db, store.revision)
  // At the middle of the question: nobody knows when in between the clock was read.
  store.setClock(news.clock - (asked + Date.now()) / 2)
  const step = nextStep(store, news, Date.now())
  switch (step) {
    case 'nothing':
      store.markSynced()
      break
    case 'apply':
      store.apply(changeIn(news))
      break
    case 'reload':
      store.apply(await readAll(db))
      break
    case 'restart':
      // A standby cannot be written to; its servers start over all the same.
      await renewEpoch(db, news.epoch).catch(() => {})
      await startOver(db, store)
      break
    case 'follow':
      await startOver(db, store)
  }
  return step
}

/** Without what was touched lately: whatever readers have, they are sent everything. */
const startOver = async (db: Db, store: Store) =>
  store.apply({ ...(await readAll(db)), recent: undefined, restarted: true })
