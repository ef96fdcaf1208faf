import { pack, type Store } from '@flagstaff/delivery'
import type { Db } from '../platform/database/database.ts'
import { TOKEN_END_KEPT_MINUTES } from './expiry-queries.ts'
import { changeIn, type News, readAll, readNews, renewEpoch } from './published-queries.ts'

/** Well below the time for which deleted tokens are kept. */
const LONGEST_GAP_MS = (TOKEN_END_KEPT_MINUTES / 2) * 60_000

/**
 * What to do with the news:
 * - `nothing`: the store is up to date;
 * - `apply`: apply the new documents;
 * - `reload`: read everything, because the new documents may not be enough;
 * - `restart`: read everything, because the database has a different history than the store (after a restore, or a
 *   failover to a server that lost changes);
 * - `follow`: like `restart`, because another server detected the different history;
 * - `wait`: the database is a standby that lags behind the store.
 */
export type Step = 'nothing' | 'apply' | 'reload' | 'restart' | 'follow' | 'wait'

type Known = Pick<Store, 'revision' | 'hash' | 'epoch' | 'syncedAt'>

export function nextStep(store: Known, news: News, now: number): Step {
  if (store.syncedAt === 0) return 'reload'
  const isPruned = news.historyFloor > store.revision
  const shared = store.revision === 0 || isPruned || news.hashThere === store.hash
  if (!shared) return news.hashThere === null && news.standby ? 'wait' : 'restart'
  if (news.epoch !== store.epoch) return 'follow'
  if (isPruned || now - store.syncedAt > LONGEST_GAP_MS) return 'reload'
  return news.revision > store.revision ? 'apply' : 'nothing'
}

/** Brings the store up to the newest committed revision. */
export async function catchUp(db: Db, store: Store): Promise<Step> {
  // What was read may be as old as the question: a process can be stopped between a response and its use.
  const asked = Date.now()
  // An empty store reads everything in batches, so the documents in the news would be read and parsed twice.
  const news = await readNews(db, store.syncedAt === 0 ? Number.MAX_SAFE_INTEGER : store.revision)
  // Assume the clock was read halfway through the round trip.
  store.setClock(news.clock - (asked + Date.now()) / 2)
  const step = nextStep(store, news, Date.now())
  switch (step) {
    case 'nothing':
      store.markSynced(asked)
      break
    case 'apply':
      store.apply({ ...changeIn(news), knownAt: asked })
      break
    case 'reload':
      store.apply({ ...(await readAll(db, pack)), knownAt: asked })
      break
    case 'restart':
      // A standby is read-only; its servers reload anyway.
      await renewEpoch(db, news.epoch).catch(() => {})
      await startOver(db, store)
      break
    case 'follow':
      await startOver(db, store)
  }
  return step
}

/** Without recent touches, so that all clients get a full response. */
const startOver = async (db: Db, store: Store) =>
  store.apply({ ...(await readAll(db, pack)), recent: undefined, restarted: true })
