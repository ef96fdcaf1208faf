import { keyOf, type Place, type Spot, segmentPlaces, spotsIn } from './world.ts'

/** What requests want, and what they do. */

export type Values = { rollout: number; on: boolean }
/** One step sets one of them. */
export type Setting = { rollout: number } | { on: boolean }
/** A value, and the one that it replaces. */
type Replacement<T> = { value: T; basis: T }
export type Wanted = { rollout?: Replacement<number>; on?: boolean }
export type Wishes = { flags: ReadonlyMap<string, Wanted>; segment: Replacement<string> | undefined }
export type Added = { spot: Spot; set: Setting } | { segment: string }

/** What flags and the segment are now. */
export type Present = { at(spot: Spot): Values; segment: string }

/** What differs from the present. A wish that stays as it was keeps what it is based on. */
export function wishesAfter(
  present: Present,
  place: Place,
  before: Wishes | undefined,
  added: Added,
): Wishes {
  const wished = new Map<string, Wanted>()
  for (const spot of spotsIn(place)) {
    const now = present.at(spot)
    const old = before?.flags.get(keyOf(spot)) ?? {}
    const own: Partial<Values> = 'set' in added && added.spot.flag === spot.flag ? added.set : {}
    const rollout = own.rollout ?? old.rollout?.value ?? now.rollout
    const on = own.on ?? old.on ?? now.on
    const wanted: Wanted = {}
    if (rollout !== now.rollout) wanted.rollout = replacing(old.rollout, rollout, now.rollout)
    if (on !== now.on) wanted.on = on
    if (Object.keys(wanted).length > 0) wished.set(keyOf(spot), wanted)
  }
  const segment = 'segment' in added ? added.segment : (before?.segment?.value ?? present.segment)
  return {
    flags: wished,
    segment: segment === present.segment ? undefined : replacing(before?.segment, segment, present.segment),
  }
}

const replacing = <T>(old: Replacement<T> | undefined, value: T, basis: T): Replacement<T> =>
  old?.value === value ? old : { value, basis }

export const isEmpty = ({ flags, segment }: Wishes) => flags.size === 0 && segment === undefined

export const effectsOf = ({ flags, segment }: Wishes, place: Place): ReadonlySet<Place> =>
  new Set([...(flags.size > 0 ? [place] : []), ...(segment ? segmentPlaces : [])])

type Aimed = { place: Place; wishes: Wishes }

/** Changes of the segment share it in all projects. */
export const shareTarget = (one: Aimed, other: Aimed) =>
  (one.wishes.segment && other.wishes.segment) ||
  (one.place === other.place &&
    [...one.wishes.flags].some(([key, { rollout, on }]) => {
      const theirs = other.wishes.flags.get(key)
      return (rollout && theirs?.rollout) || (on !== undefined && theirs?.on !== undefined)
    }))
