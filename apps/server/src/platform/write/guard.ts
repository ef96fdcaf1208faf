import type { Trx } from '../database/transaction.ts'
import { type NeededOff, readNeededOff, withDependents } from './dependents.ts'
import type { PublishedDocument, Touch } from './documents.ts'
import { type Effect, effectsOf, type LiveDocument, type Place, type PlannedEffect } from './effects.ts'
import { type Freeze, freezesIn, frozenPlaces } from './freezes.ts'
import { type Environments, isBehaviour, readLive } from './live.ts'
import { type Guarded, type ProtectedPlace, readGuarded } from './places.ts'

export type { ProtectedPlace } from './places.ts'

/** An effect, with the rules of the place that it is in, if it is protected, and the freezes that apply there now. */
export type GuardedEffect = Effect & { place?: ProtectedPlace | undefined; freezes: readonly Freeze[] }

/** Everything that is guarded, with the id that the database has for it. */
type Known = Guarded & { id: string }

/** Documents in the places that were known when the change started to wait for the counter. */
type Early = { basis: Known | undefined; live: readonly LiveDocument[]; needed: NeededOff }

type Change = {
  touches: readonly Touch[]
  documents: readonly PublishedDocument[]
  plans: readonly PlannedEffect[]
}

/** What is guarded while the change holds the counter, and whether the early documents are those of its places. */
type Current = Guarded & { isEarly: boolean }

export type Guard = ReturnType<typeof createGuard>

/**
 * Knows the protected places and the freezes, and what a change does in them. They are kept in memory together with the
 * id that the database has for them; every change compares the id while it holds the counter.
 */
export function createGuard() {
  let known: Known | undefined
  return {
    /** Sent together with the counter, so that a change in a protected place needs no further round trip. */
    async readEarly(trx: Trx, touches: readonly Touch[]): Promise<Early> {
      // Another change may replace the places while this one waits for the counter.
      const basis = known
      const environments = environmentsOf(basis)
      const [live, needed] = await Promise.all([
        readLive(trx, touches, environments),
        readNeededOff(trx, touches, environments),
      ])
      return { basis, live, needed }
    },
    /** What is guarded now. `id` is null if this transaction changed what is guarded itself. */
    async current(trx: Trx, id: string | null, { basis }: Early): Promise<Current> {
      if (basis && basis.id === id) return { ...basis, isEarly: true }
      const current = await readGuarded(trx)
      // Nobody else can commit other protections, freezes or locks before this change ends, so they belong to the id.
      if (id !== null) known = { id, ...current }
      return { ...current, isEarly: false }
    },
    /** The effects in guarded places. */
    async effects(
      trx: Trx,
      current: Current,
      change: Change & { now: Date },
      early: Early,
    ): Promise<GuardedEffect[]> {
      if (change.plans.length === 0 && !change.touches.some(isBehaviour)) return []
      const environments = environmentsOf(current)
      const { live, needed } = current.isEarly
        ? early
        : {
            live: await readLive(trx, change.touches, environments),
            needed: await readNeededOff(trx, change.touches, environments),
          }
      return withDependents(guarded({ ...change, live }, current, change.now), needed)
    },
  }
}

function environmentsOf(guardedNow: Guarded | undefined): Environments {
  if (!guardedNow) return []
  const { places, freezes } = guardedNow
  if (freezes.some(({ environments }) => environments.length === 0)) return 'all'
  return [
    ...new Set([
      ...places.map(({ environment }) => environment),
      ...freezes.flatMap(({ environments }) => environments),
    ]),
  ]
}

function guarded(
  changed: Change & { live: readonly LiveDocument[] },
  { places, freezes, environments }: Guarded,
  now: Date,
): GuardedEffect[] {
  const active = freezesIn(freezes, now)
  const frozen = frozenPlaces(active, changed, environments)
  if (places.length === 0 && frozen.size === 0) return []
  const protectedBy = new Map(places.map((place) => [keyOf(place), place]))
  const others = [...frozen.values()]
    .map(({ place }) => place)
    .filter((place) => !protectedBy.has(keyOf(place)))
  const effects = effectsOf(changed, [...places, ...others]).flatMap((effect): GuardedEffect[] => {
    const place = protectedBy.get(keyOf(effect))
    const found = frozen.get(keyOf(effect))?.freezes ?? []
    return place || found.length > 0 ? [{ ...effect, place, freezes: found }] : []
  })
  // A freeze keeps flags unchanged; what is planned for later is judged when it happens.
  const planned = changed.plans.flatMap((effect): GuardedEffect[] => {
    const place = protectedBy.get(keyOf(effect))
    return place ? [{ ...effect, place, freezes: [] }] : []
  })
  return [...effects, ...planned]
}

const keyOf = ({ project, environment }: Place) => JSON.stringify([project, environment])
