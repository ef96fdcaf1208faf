import type { Reader } from '../../platform/database/database.ts'
import { findMissed, findNewestId, listNewer } from '../notifications/index.ts'
import type { Client } from './client.ts'

/** Ids are not committed in order, so this many below the newest are looked at again. */
const OVERLAP = 50

/** Tells open pages of new notifications for their account, and nobody else. */
export function openNotices(read: Reader, clients: ReadonlySet<Client>) {
  let newest: number | undefined
  let told = new Set<number>()
  return {
    /** Starts with what comes from now on. */
    async start() {
      if (newest !== undefined && clients.size > 0) return
      newest = await findNewestId(read)
      told = new Set(Array.from({ length: OVERLAP }, (_, i) => (newest ?? 0) - i))
    },
    /** Tells a page that reconnects of a notification that it missed. */
    async resume(client: Client) {
      const id = await findMissed(read, client.caller.viewer.userId, client.position)
      if (id !== undefined) client.notify(id)
    },
    async tell() {
      if (newest === undefined || clients.size === 0) return
      const fresh = (await listNewer(read, newest - OVERLAP)).filter(({ id }) => !told.has(id))
      for (const { id, userId } of fresh) {
        for (const client of clients) if (client.caller.viewer.userId === userId) client.notify(id)
        told.add(id)
        newest = Math.max(newest, id)
      }
      const floor = newest - OVERLAP
      for (const id of told) if (id <= floor) told.delete(id)
    },
  }
}
