import { randomInt } from 'node:crypto'
import { storable, type Traffic, type TrafficRow } from '@flagstaff/delivery'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import type { Note } from '../../platform/write/note.ts'
import { upsertMinutes } from './queries.ts'
import type { Minute } from './rules.ts'

const MINUTE = 60_000
/** How many minutes are kept while the database does not respond. */
const MOST_WAITING = 30

type Store = (minutes: readonly Minute[]) => Promise<unknown>

/** Stores the counts at the end of each minute. Nothing is stored for a minute without requests. */
export function openTrafficWriter(traffic: Traffic, store: Store, now = Date.now) {
  let minute = startOf(now())
  let waiting: Minute[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  const save = async () => {
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    await store(batch).catch(() => {
      waiting = [...batch, ...waiting].slice(-MOST_WAITING)
    })
  }
  const flush = () => {
    const rows = traffic.take()
    if (rows.length > 0) waiting.push({ minute: new Date(minute), rows: sorted(rows) })
    minute = startOf(now())
    running = running.then(save)
    return running
  }
  const schedule = () => {
    timer = setTimeout(
      () => {
        schedule()
        void flush()
      },
      startOf(now()) + MINUTE - now(),
    ).unref()
  }
  schedule()
  return {
    /** Stores what was counted so far. */
    flush,
    async stop() {
      clearTimeout(timer)
      await flush()
    },
  }
}

export const openTraffic = (note: Note, traffic: Traffic) => {
  const writer = randomInt(2 ** 31 - 1)
  return openTrafficWriter(traffic, (minutes) =>
    withFreshBudget(() => note((db) => upsertMinutes(db, writer, minutes))),
  )
}

const startOf = (at: number) => Math.floor(at / MINUTE) * MINUTE

/** Two names can become the same when they are made storable. */
function sorted(rows: readonly TrafficRow[]): TrafficRow[] {
  const merged = new Map<string, TrafficRow>()
  for (const row of rows) {
    const one = { ...row, app: storable(row.app) }
    const key = JSON.stringify([one.app, one.group])
    const known = merged.get(key)
    if (!known) merged.set(key, one)
    else for (const field of ['ok', 'same', 'refused', 'failed'] as const) known[field] += one[field]
  }
  return [...merged].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}
