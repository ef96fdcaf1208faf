import { isDeepStrictEqual } from 'node:util'
import type { Effect } from '../../../platform/write/effects.ts'
import type { StoredEffect } from '../queries.ts'

/**
 * Whether a change has another result in protected places than the one that was reviewed, although nothing that it
 * changes was changed in the meantime: another rule was added, for example.
 */
export function hasDrifted(reviewed: readonly StoredEffect[], found: readonly Effect[]): boolean {
  const results = (effects: readonly Effect[]) =>
    Object.fromEntries(
      effects
        .filter(isOwn)
        .map(({ kind, project, environment, name, after }) => [
          JSON.stringify([kind, project, environment, name]),
          after ?? null,
        ]),
    )
  return !isDeepStrictEqual(results(reviewed.filter((effect) => effect.protected)), results(found))
}

/** Who else will use a segment can change while the request is open. */
const isOwn = ({ kind }: Effect) => kind !== 'planned-segment' && kind !== 'requested-segment'

/** Whether one of the segments that the rules name has another content than the one that was reviewed. */
export function hasOtherSegments(reviewed: readonly StoredEffect[], found: readonly Effect[]): boolean {
  const known = new Map(reviewed.flatMap(({ segments = {} }) => Object.entries(segments)))
  return found
    .flatMap(({ segments = {} }) => Object.entries(segments))
    .some(([id, digest]) => known.has(id) && known.get(id) !== digest)
}
