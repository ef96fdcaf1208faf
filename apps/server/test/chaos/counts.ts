import type { Outcome } from './history.ts'

type Bounds = { least: number; most: number }

/** The minimum and maximum of counts that the database must have, by channel. */
export type Counts = {
  add(channel: string, outcome: Extract<Outcome, 'acknowledged' | 'maybe'>): void
  bounds(): Map<string, Bounds>
  /** The database was restored to a state with these counts; later ones may or may not be sent again. */
  wentBack(stored: ReadonlyMap<string, number>): void
}

export function createCounts(channels: readonly string[]): Counts {
  const all = new Map<string, Bounds>(channels.map((channel) => [channel, { least: 0, most: 0 }]))
  return {
    add(channel, outcome) {
      const bounds = all.get(channel)
      if (!bounds) return
      bounds.most++
      if (outcome === 'acknowledged') bounds.least++
    },
    bounds: () => all,
    wentBack(stored) {
      for (const [channel, bounds] of all) bounds.least = stored.get(channel) ?? 0
    },
  }
}
