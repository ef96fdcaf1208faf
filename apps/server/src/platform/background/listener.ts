import { reasonOf } from '@flagstaff/contract/reason'
import pg from 'pg'
import { rootOf } from '../database/failures.ts'

/**
 * Listens for new revisions with LISTEN/NOTIFY. Connects directly to PostgreSQL, since poolers drop notifications, and
 * also polls every second, so a lost notification only costs a second.
 */
export type Listener = {
  /**
   * Calls `onNews` after every committed change, never concurrently. Returns a function that requests an extra call.
   */
  follow(onNews: () => Promise<void>): () => void
  /** Notifies all processes of a new revision. One notification is sent at a time; those in between are merged. */
  announce(revision: number): void
  stop(): Promise<void>
}

/** Called with each reason of a problem, and once (without a reason) when it is over. */
export type OnTrouble = (reason: string | undefined) => void

const POLL_MS = 1_000
const SILENCE_MS = 15_000

export function openListener(url: string, onTrouble: OnTrouble): Listener {
  const followers = new Set<() => void>()
  let client: pg.Client | undefined
  let stopped = false
  let heardAt = Date.now()
  /** What has been said about the current problem. */
  const said = new Set<string>()

  const trouble = (error: unknown) => {
    const reason = reasonOf(rootOf(error))
    if (!said.has(reason) && !stopped) onTrouble(reason)
    said.add(reason)
  }
  const well = () => {
    if (said.size > 0) onTrouble(undefined)
    said.clear()
  }
  const wake = () => {
    for (const follower of followers) follower()
  }
  const connect = async () => {
    if (stopped || client) return
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'flagstaff-listener',
      connectionTimeoutMillis: 2_000,
      keepAlive: true,
    })
    client = fresh
    const lose = () => {
      if (client === fresh) client = undefined
      fresh.end().catch(() => {})
    }
    fresh.on('error', lose)
    fresh.on('end', lose)
    fresh.on('notification', () => {
      heardAt = Date.now()
      wake()
    })
    try {
      await fresh.connect()
      // Notifications need not survive a crash, so do not wait for the disk.
      await fresh.query('set synchronous_commit = off; listen flagstaff; listen flagstaff_pulse')
      heardAt = Date.now()
      wake()
    } catch (error) {
      lose()
      trouble(error)
    }
  }
  const beat = () => {
    wake()
    if (!client) {
      void connect()
    } else if (Date.now() - heardAt > SILENCE_MS) {
      const silent = client
      client = undefined
      silent.end().catch(() => {})
    } else if (Date.now() - heardAt > SILENCE_MS / 3) {
      client.query(`notify flagstaff_pulse`).catch(() => {})
    }
  }
  let newest = 0
  let announcing = false
  /** If a notification is lost, the other processes still poll within a second. */
  const announce = async () => {
    announcing = true
    for (let told = 0; told < newest; ) {
      told = newest
      await client?.query(`select pg_notify('flagstaff', $1)`, [String(told)]).catch(() => {})
    }
    announcing = false
  }
  const timer = setInterval(beat, POLL_MS)
  void connect()

  return {
    follow(onNews) {
      let running = false
      let again = false
      const run = async () => {
        if (running) {
          again = true
          return
        }
        running = true
        do {
          again = false
          await onNews().then(well, trouble)
        } while (again && !stopped)
        running = false
      }
      const follower = () => void run()
      followers.add(follower)
      return follower
    },
    announce(revision) {
      newest = Math.max(newest, revision)
      if (!announcing && !stopped) void announce()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      followers.clear()
      await client?.end().catch(() => {})
    },
  }
}
