/** A place in a chain. */
export type Known = { incarnation: string; epoch: string; revision: number }

/** What the publisher says each second: the newest state there is. */
export type Tick = Known & {
  /** When the publisher asked the database, by the clock of the database. Older servers do not send it. */
  at?: number
  /** Orders the ticks of one moment. */
  count?: number
}

/** Without a tick for this long, nobody knows what is newest; flags come from upstream over HTTP then. */
export const SILENT_MS = 10_000
/** A mirror can stand still and say that it misses nothing, so being behind is what counts. */
export const STUCK_MS = 3_000

/** Where a node can start from, in this order. */
export const places = ['mirror', 'hub', 'upstream'] as const
export type Place = (typeof places)[number]

export type View = {
  /** Undefined until the node has started from a snapshot. */
  known: Known | undefined
  /** The last tick, and when it came. */
  tick: Tick | undefined
  heardAt: number
  /** When the revision last changed, or the node last started. */
  movedAt: number
  /** How often the node has started since it was last up to date. */
  starts: number
  /** Flags come from upstream over HTTP. */
  isFallenBack: boolean
  /** The newest revision that upstream has served over HTTP since then. */
  upstream: number | undefined
  /** A comparison with upstream found other flags, so that the backbone has to show more than upstream. */
  isDoubted: boolean
}

export type Move =
  | { do: 'nothing' }
  /** Follow upstream over HTTP until ticks come again. */
  | { do: 'fall back' }
  /** Read a snapshot, and follow the chain from there. */
  | { do: 'start'; from: Place }
  /** The streams were created again: leave the old ones, then start. */
  | { do: 'switch'; to: string; from: Place }

/** Whether a node may leave upstream for the backbone: not for an older state than upstream has shown. */
const mayReturn = ({ tick, upstream, isDoubted }: View) =>
  upstream === undefined ? !isDoubted : (tick?.revision ?? 0) >= upstream

/** What a node does now. It trusts no stream: what the tick says is what it has to have. */
export function nextMove(view: View, now: number): Move {
  const { known, tick, heardAt, movedAt, starts, isFallenBack } = view
  if (now - heardAt >= SILENT_MS) return { do: isFallenBack ? 'nothing' : 'fall back' }
  if (isFallenBack && !mayReturn(view)) return { do: 'nothing' }
  const isNew = known?.incarnation !== tick?.incarnation
  const isCurrent = !isNew && known?.epoch === tick?.epoch && (known?.revision ?? 0) >= (tick?.revision ?? 0)
  if (!tick || (isCurrent && !isFallenBack)) return { do: 'nothing' }
  // The first start is at once; after one that did not help, the node waits before it tries the next place.
  const isFirst = starts === 0 && (isNew || isFallenBack)
  if (!isFirst && now - movedAt < STUCK_MS) return { do: 'nothing' }
  const from = places[Math.min(starts, places.length - 1)] ?? 'mirror'
  return isNew ? { do: 'switch', to: tick.incarnation, from } : { do: 'start', from }
}
