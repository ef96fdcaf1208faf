import type { Readable } from 'node:stream'
import type { Listener } from '../../platform/background/listener.ts'
import type { Reader } from '../../platform/database/database.ts'
import { withoutBudget } from '../../platform/database/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor, Caller } from '../../platform/write/actor.ts'
import { type Client, isRefusal, type LiveCaller, openClient } from './client.ts'
import { openNotices } from './notices.ts'
import { findRevision, listChanges } from './queries.ts'
import { mayChangeSight, startOf } from './rules.ts'

export type Live = {
  /** A stream of the changes that the caller can see, from a revision on, or from now. */
  join(listener: LiveCaller, since: string | undefined): Promise<Readable>
  /** The newest revision, from which a page follows that is delivered now. */
  revision(): Promise<number>
  /** Ends every stream. */
  stop(): void
}

const BATCH = 500
const BEAT_MS = 15_000
/** Callers are verified again after this time: a stream must end within ten seconds of losing access. */
const VERIFY_MS = 4_000
const AT_ONCE = 4
/** The maximum number of open streams of one account or token: a page needs one. */
const MOST_STREAMS = 100
const RETRY_SECONDS = 30

type Parts = { read: Reader; news: Listener; verifyMs?: number }

const isSame = (a: Actor, b: Actor) => a.type === b.type && a.id === b.id && a.name === b.name

/** Follows the event log once for all streams of this process. */
export function openLive({ read, news, verifyMs = VERIFY_MS }: Parts): Live {
  const clients = new Set<Client>()
  let stopped = false

  const notices = openNotices(read, clients)
  const tellChanges = async () => {
    for (;;) {
      // Clients that join later are served in the next round, because their position may be before these changes.
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
  }
  // Called on every change, and every second in addition.
  const wake = news.follow(async () => {
    await tellChanges()
    await notices.tell()
  })
  const heart = setInterval(() => {
    for (const client of clients) client.beat()
  }, BEAT_MS)
  heart.unref()

  const checkStreams = ({ caller: { actor } }: LiveCaller) => {
    let open = 0
    for (const client of clients) if (isSame(client.caller.actor, actor)) open++
    if (open >= MOST_STREAMS) throw new AppError('tooMany', { seconds: RETRY_SECONDS })
  }

  return {
    async join(listener, since) {
      checkStreams(listener)
      const now = await findRevision(read)
      await notices.start()
      const start = startOf(since, now)
      checkStreams(listener)
      const client = openClient(listener, start, now)
      if (start.greeting === 'resumed') await notices.resume(client)
      client.stream.once('close', () => clients.delete(client))
      if (stopped) client.end()
      else clients.add(client)
      // The round outlives the request that triggers it, so it must not use its time budget.
      withoutBudget(wake)
      return client.stream
    },
    revision: () => findRevision(read),
    stop() {
      stopped = true
      clearInterval(heart)
      for (const client of clients) client.end()
      clients.clear()
    },
  }
}

/** Verifies the callers again, once per credential, and ends the streams of those without access. */
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
