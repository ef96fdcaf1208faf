/** What the publisher says each second: the newest state there is. */
export type Tick = { incarnation: string; epoch: string; revision: number }

/** Without a tick for this long, nobody knows what is newest; flags come from upstream over HTTP then. */
export const SILENT_MS = 10_000
/** A mirror can stand still and say that it misses nothing, so being behind is what counts. */
export const STUCK_MS = 3_000

/** Where a node can start from, in this order. */
export const places = ['mirror', 'hub', 'upstream'] as const
export type Place = (typeof places)[number]

export type View = {
  /** Undefined until the node has started from a snapshot. */
  known: Tick | undefined
  /** The last tick, and when it came. */
  tick: Tick | undefined
  heardAt: number
  /** When the revision last changed, or the node last started. */
  movedAt: number
  /** How often the node has started since it was last up to date. */
  starts: number
  /** Flags come from upstream over HTTP. */
  isFallenBack: boolean
}

export type Move =
  | { do: 'nothing' }
  /** Follow upstream over HTTP until ticks come again. */
  | { do: 'fall back' }
  /** Read a snapshot, and follow the chain from there. */
  | { do: 'start'; from: Place }
  /** The streams were created again: leave the old ones, then start. */
  | { do: 'switch'; to: string; from: Place }

/** What a node does now. It trusts no stream: what the tick says is what it has to have. */
export function nextMove({ known, tick, heardAt, movedAt, starts, isFallenBack }: View, now: number): Move {
  if (now - heardAt >= SILENT_MS) return { do: isFallenBack ? 'nothing' : 'fall back' }
  const isNew = known?.incarnation !== tick?.incarnation
  const isCurrent = !isNew && known?.epoch === tick?.epoch && (known?.revision ?? 0) >= (tick?.revision ?? 0)
  if (!tick || (isCurrent && !isFallenBack)) return { do: 'nothing' }
  // The first start is at once; after one that did not help, the node waits before it tries the next place.
  const isFirst = starts === 0 && (isNew || isFallenBack)
  if (!isFirst && now - movedAt < STUCK_MS) return { do: 'nothing' }
  const from = places[Math.min(starts, places.length - 1)] ?? 'mirror'
  return isNew ? { do: 'switch', to: tick.incarnation, from } : { do: 'start', from }
}
