import type { Db } from '../database/database.ts'

/**
 * Bookkeeping: sessions, last seen, registrations, usage counts. It is committed, but is not a change: it has no
 * revision and no event.
 */
export type Note = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export const openNotes =
  (db: Db): Note =>
  (work) =>
    db.transaction().execute((trx) => work(trx as unknown as Db))

/** Discards the work, for read-only previews of code that writes notes. Callers must not use the result. */
export const unnoted: Note = async () => undefined as never
