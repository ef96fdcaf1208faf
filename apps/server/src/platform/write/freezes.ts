import { EVERYWHERE } from '@flagstaff/delivery'
import { coversPlace, type FreezePlaces, type FreezeTimes, isFrozenAt } from '@flagstaff/rules/freezes'
import type { PublishedDocument, Touch } from './documents.ts'
import { type LiveDocument, type Place, projectsOf } from './effects.ts'

/** A time in which flags must not change. */
export type Freeze = FreezeTimes & FreezePlaces & { id: number; name: string; breakGlass: boolean }

/** The freezes that apply at a time. */
export const freezesIn = (freezes: readonly Freeze[], at: Date): Freeze[] =>
  freezes.filter((freeze) => isFrozenAt(freeze, at))

type Changed = {
  touches: readonly Touch[]
  documents: readonly PublishedDocument[]
  live: readonly LiveDocument[]
}

/** The frozen places among those that a change can reach, by project and environment. */
export function frozenPlaces(
  freezes: readonly Freeze[],
  { touches, documents, live }: Changed,
  known: readonly string[],
): Map<string, { place: Place; freezes: Freeze[] }> {
  if (freezes.length === 0) return new Map()
  // An environment that was created after the list was read is named by what the change touches.
  const environments = new Set([
    ...known,
    ...[...documents, ...live].map(({ environment }) => environment),
    ...touches.flatMap((touch) => ('environment' in touch && touch.environment) || []),
  ])
  environments.delete(EVERYWHERE)
  const found = [...projectsOf(live, documents)].flatMap((project) =>
    [...environments].map((environment) => {
      const place = { project, environment }
      return { place, freezes: freezes.filter((freeze) => coversPlace(freeze, place)) }
    }),
  )
  return new Map(
    found
      .filter((one) => one.freezes.length > 0)
      .map((one) => [JSON.stringify([one.place.project, one.place.environment]), one]),
  )
}
