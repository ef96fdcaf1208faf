/** A stored batch, without its contexts. */
export type Held = { id: number; app: string; count: number }

/** How many of the oldest contexts a batch loses. */
export type Cut = { id: number; drop: number }

export type Bounds = { contexts: number; batches: number }

/**
 * What to delete so that an environment stays within its bounds: the oldest contexts of the applications that have more
 * than their fair share. Batches are listed oldest first.
 */
export function planCuts(held: readonly Held[], most: Bounds): Cut[] {
  const surplus = held.slice(0, Math.max(0, held.length - most.batches))
  const kept = held.slice(surplus.length)
  const share = fairShare(kept, most.contexts)
  const room = new Map<string, number>()
  const cuts: Cut[] = []
  for (const { id, app, count } of kept.toReversed()) {
    const left = room.get(app) ?? share
    const keeps = Math.min(count, left)
    room.set(app, left - keeps)
    if (keeps < count) cuts.push({ id, drop: count - keeps })
  }
  return [...surplus.map(({ id, count }) => ({ id, drop: count })), ...cuts]
}

/** The largest number that every application can have: small ones leave their rest to the others. */
function fairShare(held: readonly Held[], most: number): number {
  const totals = new Map<string, number>()
  for (const { app, count } of held) totals.set(app, (totals.get(app) ?? 0) + count)
  const sorted = [...totals.values()].sort((one, other) => one - other)
  let left = most
  for (const [index, total] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index))
    if (total > share) return share
    left -= total
  }
  return most
}
