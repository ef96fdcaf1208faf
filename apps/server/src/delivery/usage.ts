import { randomInt } from 'node:crypto'
import type { Usage } from '@flagstaff/delivery'
import { requestBudget, withBudget } from '../platform/database/deadline.ts'
import { isUnavailable } from '../platform/database/failures.ts'
import { storable } from '../platform/database/text.ts'
import { databaseAway } from '../platform/errors.ts'

/** Evaluations of a flag (on and off), or with a variant, the number of times that variant was returned. */
export type UsageRow = {
  hour: Date
  environment: string
  app: string
  flag: string
  variant: string
  yes: number
  no: number
}
export type StoreUsage = (writer: number, rows: UsageRow[]) => Promise<void>

type Post = { usage: Usage; patience: number; resolve: () => void; reject: (error: unknown) => void }

const HOUR = 3_600_000
const OLDEST_HOURS = 48
/** The time left for the response after a batch is stored. */
const FLUSH_MARGIN_MS = 300
const RETRY_MS = 100

/**
 * Group commit: reports are summed and committed in one upsert, and the next batch starts when the last one is
 * committed. A report gets its response after the commit, so acknowledged usage is never lost.
 */
export function createUsageBuffer(store: StoreUsage) {
  const writer = randomInt(2 ** 31 - 1)
  let waiting: Post[] = []
  let running: Promise<void> | undefined

  const flush = async (posts: Post[]): Promise<void> => {
    try {
      await withBudget(requestBudget() - FLUSH_MARGIN_MS, () =>
        store(writer, sum(posts.map(({ usage }) => usage))),
      )
      for (const { resolve } of posts) resolve()
    } catch (error) {
      if (isUnavailable(error)) await hold(posts)
      else if (posts.length === 1) posts[0]?.reject(error)
      else {
        // Bisect the batch to find the failing report, so that the others do not need one statement each.
        const half = Math.ceil(posts.length / 2)
        await flush(posts.slice(0, half))
        await flush(posts.slice(half))
      }
    }
  }
  /** Backend SDKs retry their reports; browsers do not, so reports from browsers are held for a short time. */
  const hold = async (posts: Post[]) => {
    const patient = posts.filter(({ patience }) => patience > performance.now())
    for (const post of posts) if (!patient.includes(post)) post.reject(databaseAway())
    if (patient.length === 0) return
    waiting = [...patient, ...waiting]
    await new Promise((done) => setTimeout(done, RETRY_MS))
  }
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await flush(batch)
    }
    running = undefined
  }
  return {
    add: (usage: Usage, patienceMs = 0): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ usage, patience: performance.now() + patienceMs, resolve, reject })
        running ??= run()
      }),
    /** Resolves when every added report has a response. */
    drain: async () => {
      await running
    },
  }
}

/** Sorted by key, so that two processes that upsert concurrently cannot deadlock. */
export function sum(posts: readonly Usage[], now = Date.now()): UsageRow[] {
  const rows = new Map<string, UsageRow>()
  const add = (row: UsageRow) => {
    const key = JSON.stringify([row.hour.getTime(), row.environment, row.app, row.flag, row.variant])
    const before = rows.get(key)
    if (!before) {
      rows.set(key, row)
      return
    }
    before.yes += row.yes
    before.no += row.no
  }
  for (const { app: sent, environment, at, counts } of posts) {
    const hour = hourOf(at, now)
    const app = storable(sent)
    for (const { flag: name, yes, no, variants } of counts) {
      const flag = storable(name)
      add({ hour, environment, app, flag, variant: '', yes, no })
      for (const [variant, count] of variants)
        add({ hour, environment, app, flag, variant: storable(variant), yes: count, no: 0 })
    }
  }
  return [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

const hourOf = (at: number, now: number): Date => {
  const latest = Math.floor(now / HOUR) * HOUR
  const earliest = latest - OLDEST_HOURS * HOUR
  return new Date(Math.min(latest, Math.max(earliest, Math.floor(at / HOUR) * HOUR)))
}
