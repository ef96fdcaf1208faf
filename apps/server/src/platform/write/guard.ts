import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import type { PublishedDocument, Touch } from './documents.ts'
import { type Effect, effectsOf, type LiveDocument, type Place } from './effects.ts'
import { isBehaviour, readLive } from './live.ts'

/** An environment of a project in which changes need a review. */
export type ProtectedPlace = Place & { offIsFree: boolean; reasonRequired: boolean }

/** An effect, with the rules of the place that it is in. */
export type GuardedEffect = Effect & { place: ProtectedPlace }

/** All protected places, with the id that the database has for them. */
type Places = { id: string; places: readonly ProtectedPlace[] }

/** Documents in the places that were known when the change started to wait for the counter. */
type Early = { basis: Places | undefined; live: readonly LiveDocument[] }

export type Guard = ReturnType<typeof createGuard>

/**
 * Knows the protected places, and what a change does in them. The places are kept in memory together with the id that
 * the database has for them; every change compares the id while it holds the counter.
 */
export function createGuard() {
  let known: Places | undefined
  return {
    /** Sent together with the counter, so that a change in a protected place needs no further round trip. */
    async readEarly(trx: Trx, touches: readonly Touch[]): Promise<Early> {
      // Another change may replace the places while this one waits for the counter.
      const basis = known
      return { basis, live: await readLive(trx, touches, environmentsOf(basis?.places ?? [])) }
    },
    /** The effects in protected places. `id` is null if this transaction changed the protections itself. */
    async effects(
      trx: Trx,
      id: string | null,
      touches: readonly Touch[],
      documents: readonly PublishedDocument[],
      { basis, live: early }: Early,
    ): Promise<GuardedEffect[]> {
      if (!touches.some(isBehaviour)) return []
      if (basis && basis.id === id) return guarded({ touches, documents, live: early }, basis.places)
      const places = await readPlaces(trx)
      // Nobody else can commit other protections before this change ends, so they belong to the id.
      if (id !== null) known = { id, places }
      const live = await readLive(trx, touches, environmentsOf(places))
      return guarded({ touches, documents, live }, places)
    },
  }
}

const environmentsOf = (places: readonly Place[]) => [
  ...new Set(places.map(({ environment }) => environment)),
]

function guarded(changed: Parameters<typeof effectsOf>[0], places: readonly ProtectedPlace[]) {
  if (places.length === 0) return []
  const byKey = new Map(places.map((place) => [keyOf(place), place]))
  return effectsOf(changed, places).flatMap((effect) => {
    const place = byKey.get(keyOf(effect))
    return place ? [{ ...effect, place }] : []
  })
}

const keyOf = ({ project, environment }: Place) => JSON.stringify([project, environment])

/** The protections after this transaction, and those it removed or replaced; the stricter rules count. */
async function readPlaces(trx: Trx): Promise<ProtectedPlace[]> {
  const { rows } = await sql<ProtectedPlace>`
    select project, environment, bool_and(off_is_free) as "offIsFree", bool_or(reason_required) as "reasonRequired"
    from (
      select project, environment, off_is_free, reason_required from protections
      union all
      select b.project, b.environment, b.off_is_free, b.reason_required
      from jsonb_to_recordset(
        coalesce(nullif(current_setting('flagstaff.protections_before', true), ''), '[]')::jsonb
      ) as b(project text, environment text, off_is_free boolean, reason_required boolean)
    ) p
    group by project, environment`.execute(trx)
  return rows
}
