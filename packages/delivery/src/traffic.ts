import { OTHER } from './public-intake.ts'

/** What requests are for. The order is that of the counters. */
export const trafficGroups = [
  'client-features',
  'client-delta',
  'client-stream',
  'client-metrics',
  'client-register',
  'frontend',
  'ofrep',
  'edge',
  'admin',
] as const
export type TrafficGroup = (typeof trafficGroups)[number]
export type TrafficCounts = { ok: number; same: number; refused: number; failed: number }
export type TrafficRow = { app: string; group: TrafficGroup } & TrafficCounts

/** The counters of one application: four for each group, by status class. */
export type AppTraffic = {
  readonly app: string
  readonly counts: Uint32Array
  /** False once it was dropped: connections that still hold it look it up again. */
  live: boolean
}

const CLASSES = 4
const MOST_APPS = 2_000
const LONGEST_NAME = 500
const indexes = new Map<TrafficGroup, number>(trafficGroups.map((group, index) => [group, index * CLASSES]))

/** The index of a group's first counter. */
export const trafficIndex = (group: TrafficGroup): number => indexes.get(group) ?? 0

const classOf = (status: number): number => {
  if (status === 304) return 1
  if (status < 400) return 0
  return status < 500 ? 2 : 3
}

/** Adds one request. */
export function countRequest({ counts }: AppTraffic, index: number, status: number) {
  const at = index + classOf(status)
  counts[at] = (counts[at] ?? 0) + 1
}

/**
 * Counts requests by application, group and status class in memory. Applications beyond the limit are counted together,
 * so that their names cannot fill the memory or the database.
 */
export function createTraffic(mostApps = MOST_APPS) {
  const make = (app: string): AppTraffic => ({
    app,
    counts: new Uint32Array(trafficGroups.length * CLASSES),
    live: true,
  })
  const other = make(OTHER)
  const apps = new Map<string, AppTraffic>([[OTHER, other]])

  const find = (name: string): AppTraffic => {
    const known = apps.get(name)
    if (known) return known
    if (apps.size > mostApps || name.length > LONGEST_NAME) return other
    const fresh = make(name)
    apps.set(name, fresh)
    return fresh
  }
  return {
    /** Pass the last counters of the connection to save the lookup. */
    of: (app: string | undefined, last?: AppTraffic): AppTraffic => {
      if (app === undefined || app === '') return other
      return last !== undefined && last.app === app && last.live ? last : find(app)
    },
    /** Returns what was counted since the last call. Applications without requests are dropped. */
    take(): TrafficRow[] {
      const rows: TrafficRow[] = []
      for (const one of apps.values()) {
        const found = rowsOf(one)
        if (found.length > 0) {
          rows.push(...found)
          one.counts.fill(0)
        } else if (one !== other) {
          one.live = false
          apps.delete(one.app)
        }
      }
      return rows
    },
  }
}

export type Traffic = ReturnType<typeof createTraffic>

const rowsOf = ({ app, counts }: AppTraffic): TrafficRow[] =>
  trafficGroups.flatMap((group, index) => {
    const [ok = 0, same = 0, refused = 0, failed = 0] = counts.subarray(
      index * CLASSES,
      (index + 1) * CLASSES,
    )
    return ok + same + refused + failed > 0 ? [{ app, group, ok, same, refused, failed }] : []
  })
