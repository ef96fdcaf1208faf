import { type AppNames, OTHER, type Registration, type RegistrationSink } from '@flagstaff/delivery'
import { createBatches } from '../../platform/background/batches.ts'
import type { Db } from '../../platform/database/database.ts'
import { withoutBudget } from '../../platform/database/deadline.ts'
import { storable } from '../../platform/database/text.ts'
import type { Note } from '../../platform/write/note.ts'
import { processOf } from './process-queries.ts'
import { listApplicationNames, upsertRegistrations } from './registration-queries.ts'

/** The "last seen" time is only written again after this interval. */
const SEEN_MS = 3 * 60_000
const MOST_REMEMBERED = 100_000

/** For callers that store registrations in their own transaction. */
export type RegistrationWriter = { write(db: Db, registrations: Registration[]): Promise<void> }
export type Registrations = RegistrationSink &
  RegistrationWriter &
  AppNames & { drain(): Promise<void>; stop(): void }

/** How often application names are reloaded, to learn of those created on other servers. */
const READ_NAMES_MS = 60_000
/** The limit of applications; further names are stored as `OTHER`. */
const MOST_APPLICATIONS = 10_000

/** Stores registrations in batches, so that ten thousand instances starting at once take a few transactions. */
export function openRegistrations(note: Note, now = Date.now): Registrations {
  let names: ReadonlySet<string> = new Set()
  const readNames = () =>
    note(async (db) => {
      names = new Set(await listApplicationNames(db, MOST_APPLICATIONS))
    }).catch(() => {})
  const timer = setInterval(() => void readNames(), READ_NAMES_MS).unref()
  void readNames()
  /** Limits the number of application names, because a backend token can send arbitrary ones. */
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

const keyOf = (one: Registration) => JSON.stringify([one.app, processOf(one), one.environment, one.projects])

/** The newest registration of each instance, sorted by key so that two processes cannot deadlock. */
export function newestOf(registrations: readonly Registration[]): Registration[] {
  const byKey = new Map<string, Registration>()
  for (const sent of registrations) {
    const one = { ...sent, app: storable(sent.app), instance: storable(sent.instance) }
    const key = JSON.stringify([one.app, processOf(one), one.environment])
    const before = byKey.get(key)
    byKey.set(key, {
      ...one,
      strategies: one.strategies ?? before?.strategies,
      projects: [...new Set([...(before?.projects ?? []), ...one.projects])],
    })
  }
  return [...byKey.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}
