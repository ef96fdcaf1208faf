import type { Registration, RegistrationSink } from '@flagstaff/delivery'
import { createBatches } from '../platform/batches.ts'
import { withoutBudget } from '../platform/deadline.ts'
import type { Note } from '../platform/note.ts'
import { storable } from '../platform/text.ts'
import { upsertRegistrations } from './registration-queries.ts'

/** How old "last seen" may grow before it is written again. */
const SEEN_MS = 3 * 60_000
const MOST_REMEMBERED = 100_000

export type Registrations = RegistrationSink & { drain(): Promise<void> }

/** Notes instances down, many in one statement: ten thousand that start at once are a handful of transactions. */
export function openRegistrations(note: Note, now = Date.now): Registrations {
  const batches = createBatches((registrations: Registration[]) =>
    note((db) => upsertRegistrations(db, newestOf(registrations))),
  )
  const written = new Map<string, number>()
  const forget = () => {
    if (written.size >= MOST_REMEMBERED) written.clear()
  }
  return {
    ...batches,
    seen(registration) {
      const key = keyOf(registration)
      const at = now()
      if (at - (written.get(key) ?? Number.NEGATIVE_INFINITY) < SEEN_MS) return
      forget()
      written.set(key, at)
      withoutBudget(() => batches.add(registration)).catch(() => written.delete(key))
    },
  }
}

const keyOf = ({ app, instance, environment, projects }: Registration) =>
  JSON.stringify([app, instance, environment, projects])

/** The last word of each instance, in the order of the key: two processes cannot block each other in a circle. */
export function newestOf(registrations: readonly Registration[]): Registration[] {
  const byKey = new Map<string, Registration>()
  for (const sent of registrations) {
    const one = { ...sent, app: storable(sent.app), instance: storable(sent.instance) }
    const key = JSON.stringify([one.app, one.instance, one.environment])
    const before = byKey.get(key)
    byKey.set(key, {
      ...one,
      strategies: one.strategies ?? before?.strategies,
      projects: [...new Set([...(before?.projects ?? []), ...one.projects])],
    })
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
