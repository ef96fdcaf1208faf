import { isDeepStrictEqual } from 'node:util'
import type { Change } from './difference.ts'

type Stored = Change & { id: number }

/**
 * The changes of a request after its author added something: the difference between the present and the wanted state.
 * A change that was there before keeps its id. If it stays as it was, it also keeps what it was based on, so that a
 * conflict with someone else's change is still found.
 */
export function merge(before: readonly Stored[], wanted: readonly Change[]): (Change & { id?: number })[] {
  const known = new Map(before.map((change) => [keyOf(change), change]))
  return wanted.map((change) => {
    const old = known.get(keyOf(change))
    if (!old) return change
    return isDeepStrictEqual(old.payload, change.payload) ? old : { ...change, id: old.id }
  })
}

export const keyOf = ({ action, environment, flag, target }: Omit<Change, 'orders'>): string =>
  JSON.stringify([action, environment, flag, target])

/** The changes as they are now, based on the present state; those that were there before keep their id. */
export function rebased(before: readonly Stored[], wanted: readonly Change[]): (Change & { id?: number })[] {
  const ids = new Map(before.map((change) => [keyOf(change), change.id]))
  return wanted.map((change) => {
    const id = ids.get(keyOf(change))
    return id === undefined ? change : { ...change, id }
  })
}
