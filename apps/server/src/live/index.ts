import type { Readable } from 'node:stream'
import type { Caller } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { withoutBudget } from '../platform/deadline.ts'
import type { Listener as NewsListener } from '../platform/listener.ts'
import { type Client, isRefusal, type Listener, openClient } from './client.ts'
import { findRevision, listChanges } from './queries.ts'
import { mayChangeSight, startOf } from './rules.ts'

export type Live = {
  /** A stream of what the caller may know of, from a revision on, or from now. */
  join(listener: Listener, since: string | undefined): Promise<Readable>
  /** Ends every stream. */
  stop(): void
}

const BATCH = 500
const BEAT_MS = 15_000
/** Rights are read again when they are older: well within the ten seconds after which nobody may still listen. */
const VERIFY_MS = 4_000
const AT_ONCE = 4

type Parts = { read: Reader; news: NewsListener; verifyMs?: number }

/** Follows the log once for all streams of this process. */
export function openLive({ read, news, verifyMs = VERIFY_MS }: Parts): Live {
  const clients = new Set<Client>()
  let stopped = false

  // Hears of every change, and is called every second besides.
  const wake = news.follow(async () => {
    for (;;) {
      // Who joins from here on is served by the next round: these changes might not begin where it does.
      const present = [...clients]
      if (present.length === 0) return
      const from = Math.min(...present.map((client) => client.position))
      const changes = await listChanges(read, from, BATCH)
      const before = new Map(present.map((client) => [client, client.caller]))
      const all = changes.some(({ type }) => mayChangeSight(type))
      await verify(all ? present : present.filter((client) => client.age() > verifyMs))
      if (changes.length === 0) return
      for (const client of present) client.take(changes, before.get(client) ?? client.caller)
    }
  })
  const heart = setInterval(() => {
    for (const client of clients) client.beat()
  }, BEAT_MS)
  heart.unref()

  return {
    async join(listener, since) {
      const now = await findRevision(read)
      const client = openClient(listener, startOf(since, now), now)
      client.stream.once('close', () => clients.delete(client))
      if (stopped) client.end()
      else clients.add(client)
      // The round outlives the request that asks for it.
      withoutBudget(wake)
      return client.stream
    },
    stop() {
      stopped = true
      clearInterval(heart)
      for (const client of clients) client.end()
      clients.clear()
    },
  }
}

/** Reads again who listens and what they may see, once per credential; ends the streams of those who may not. */
async function verify(clients: readonly Client[]) {
  const waiting = [...Map.groupBy(clients, (client) => client.credential).values()]
  const work = async () => {
    for (let group = waiting.pop(); group; group = waiting.pop()) {
      const caller = await identifyFirst(group)
      for (const client of group) caller ? client.confirm(caller) : client.end()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function identifyFirst([client]: readonly Client[]): Promise<Caller | undefined> {
  try {
    return await client?.identify()
  } catch (error) {
    if (isRefusal(error)) return undefined
    throw error
  }
}
