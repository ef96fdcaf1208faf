import { randomInt } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Usage } from '@flagstaff/delivery'
import type { UsageRow } from '../insight/usage/index.ts'
import { requestBudget, withBudget } from '../platform/database/deadline.ts'
import { isUnavailable } from '../platform/database/failures.ts'
import { storable } from '../platform/database/text.ts'
import { databaseAway } from '../platform/errors.ts'

export type StoreUsage = (writer: number, rows: UsageRow[]) => Promise<void>

type Post = { usage: Usage; patience: number; resolve: () => void; reject: (error: unknown) => void }

const HOUR = 3_600_000
const OLDEST_HOURS = 48
/** The time left for the response after a batch is stored. */
const FLUSH_MARGIN_MS = 300
const RETRY_MS = 100

/** A second batch is sent while the first is committed. More would only make batches smaller. */
const MOST_IN_FLIGHT = 2

/**
 * Group commit: reports are summed and appended as one row, and the next batch starts when an earlier one is committed.
 * A report gets its response after the commit, so acknowledged usage is never lost.
 */
export function createUsageBuffer(store: StoreUsage) {
  const writer = randomInt(2 ** 31 - 1)
  let waiting: Post[] = []
  const running = new Set<Promise<void>>()

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
    // Gathers the reports that arrived together.
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await flush(batch)
    }
  }
  const start = () => {
    const one = run().finally(() => running.delete(one))
    running.add(one)
  }
  return {
    add: (usage: Usage, patienceMs = 0): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ usage, patience: performance.now() + patienceMs, resolve, reject })
        if (running.size < MOST_IN_FLIGHT) start()
      }),
    /** Resolves when every added report has a response. */
    drain: async () => {
      while (running.size > 0) await Promise.all(running)
    },
  }
}

type Group = { hour: Date; environment: string; app: string; rows: Map<string, UsageRow> }

/** One row per hour, environment, application, flag and variant. */
export function sum(posts: readonly Usage[], now = Date.now()): UsageRow[] {
  const groups = new Map<string, Group>()
  for (const { app: sent, environment, at, counts } of posts) {
    const hour = hourOf(at, now)
    const app = keyText(sent)
    const key = `${hour.getTime()}\0${environment}\0${app}`
    const group = groups.get(key) ?? { hour, environment, app, rows: new Map() }
    groups.set(key, group)
    for (const { flag, yes, no, variants } of counts) {
      add(group, { flag: keyText(flag), variant: '', yes, no })
      for (const [variant, count] of variants)
        add(group, { flag: keyText(flag), variant: keyText(variant), yes: count, no: 0 })
    }
  }
  return [...groups.values()].flatMap(({ rows }) => [...rows.values()])
}

type Count = Pick<UsageRow, 'flag' | 'variant' | 'yes' | 'no'>

function add({ rows, hour, environment, app }: Group, { flag, variant, yes, no }: Count) {
  const key = `${flag}\0${variant}`
  const before = rows.get(key)
  if (!before) {
    rows.set(key, { hour, environment, app, flag, variant, yes, no })
    return
  }
  before.yes = Math.min(before.yes + yes, Number.MAX_SAFE_INTEGER)
  before.no = Math.min(before.no + no, Number.MAX_SAFE_INTEGER)
}

/** Three such texts fit into an index entry of PostgreSQL. Checked here, because later nobody can be told. */
const MOST_BYTES = 700

function keyText(text: string): string {
  const clean = storable(text)
  if (clean.length * 3 <= MOST_BYTES || Buffer.byteLength(clean) <= MOST_BYTES) return clean
  // A character that was cut in half is dropped.
  return Buffer.from(clean)
    .subarray(0, MOST_BYTES)
    .toString()
    .replace(/\ufffd+$/, '')
}

const hourOf = (at: number, now: number): Date => {
  const latest = Math.floor(now / HOUR) * HOUR
  const earliest = latest - OLDEST_HOURS * HOUR
  return new Date(Math.min(latest, Math.max(earliest, Math.floor(at / HOUR) * HOUR)))
}
