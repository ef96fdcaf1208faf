import type { Request } from './types.ts'
import type { Present, Values, Wanted } from './wishes.ts'
import { keyOf, spotsIn, type User, usesSegment } from './world.ts'

/** Reverts what a person reviewed, so only a reviewer may stop or prolong it. */
export const isReviewedReturn = ({ returns, affects }: Request) => returns !== undefined && affects.size > 0

/**
 * The opposite of a request that is about to be applied. To be called before its changes are made; the function that it
 * returns is to be called after them, since the segments are seen as they are then.
 */
export function returnOf(
  present: Present & { spare: string; step: number },
  request: Request,
  by: User,
  hour: number,
): () => Request {
  const { place, wishes, author, affects, approvals } = request
  const flags = new Map<string, Wanted>()
  for (const spot of spotsIn(place)) {
    const { rollout, on } = wishes.flags.get(keyOf(spot)) ?? {}
    const now: Values = present.at(spot)
    const wanted: Wanted = {}
    if (rollout && rollout.value !== now.rollout)
      wanted.rollout = { value: now.rollout, basis: rollout.value }
    if (on !== undefined && on !== now.on) wanted.on = now.on
    if (Object.keys(wanted).length > 0) flags.set(keyOf(spot), wanted)
  }
  const segment =
    wishes.segment && wishes.segment.value !== present.segment
      ? { value: present.segment, basis: wishes.segment.value }
      : undefined
  const seen = () =>
    spotsIn(place).flatMap((spot) => {
      const key = keyOf(spot)
      if (!request.seen.has(key)) return []
      const own = usesSegment(spot) && !segment ? { segment: present.segment } : {}
      const spare = request.usedSpare.has(key) ? { spare: present.spare } : {}
      return [[key, { ...own, ...spare }] as const]
    })
  return () => ({
    author,
    place,
    state: 'Scheduled',
    wishes: { flags, segment },
    affects,
    seen: new Map(seen()),
    usedSpare: new Set(),
    approvals: new Set(approvals),
    returns: request,
    since: present.step,
    schedule: { hour, by, status: 'pending', follows: new Set([request]) },
  })
}
