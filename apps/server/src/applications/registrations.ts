import { type AppNames, OTHER, type Registration, type RegistrationSink } from '@flagstaff/delivery'
import { createBatches } from '../platform/batches.ts'
import type { Db } from '../platform/database.ts'
import { withoutBudget } from '../platform/deadline.ts'
import type { Note } from '../platform/note.ts'
import { storable } from '../platform/text.ts'
import { listApplicationNames, upsertRegistrations } from './registration-queries.ts'

/** How old "last seen" may grow before it is written again. */
const SEEN_MS = 3 * 60_000
const MOST_REMEMBERED = 100_000

/** For those who commit something else with the registrations. */
export type RegistrationWriter = { write(db: Db, registrations: Registration[]): Promise<void> }
export type Registrations = RegistrationSink &
  RegistrationWriter &
  AppNames & { drain(): Promise<void>; stop(): void }

/** How often the names of all applications are read: those that were made on other servers are known then. */
const READ_NAMES_MS = 60_000
/** Beyond so many, new names are not kept apart any more. */
const MOST_APPLICATIONS = 10_000

/** Notes instances down, many in one statement: ten thousand that start at once are a handful of transactions. */
export function openRegistrations(note: Note, now = Date.now): Registrations {
  let names: ReadonlySet<string> = new Set()
  const readNames = () =>
    note(async (db) => {
      names = new Set(await listApplicationNames(db, MOST_APPLICATIONS))
    }).catch(() => {})
  const timer = setInterval(() => void readNames(), READ_NAMES_MS).unref()
  void readNames()
  /** Whoever holds a backend token is trusted with names, but not with any number of them. */
  const bounded = (one: Registration): Registration =>
    names.size < MOST_APPLICATIONS || names.has(one.app) ? one : { ...one, app: OTHER }
  const write = (db: Db, registrations: Registration[]) =>
    upsertRegistrations(db, newestOf(registrations.map(bounded)))
  const batches = createBatches((registrations: Registration[]) => note((db) => write(db, registrations)))
  const written = new Map<string, number>()
  const forget = () => {
    if (written.size >= MOST_REMEMBERED) written.clear()
  }
  return {
    ...batches,
    write,
    isKnown: (name) => names.has(name),
    stop: () => clearInterval(timer),
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
