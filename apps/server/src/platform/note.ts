import type { Db } from './database.ts'

/**
 * Bookkeeping: sessions, last seen, registrations, usage counts. It is committed, but it is no change: it takes no
 * revision and leaves no event.
 */
export type Note = <T>(work: (db: Db) => Promise<T>) => Promise<T>

export const openNotes =
  (db: Db): Note =>
  (work) =>
    db.transaction().execute((trx) => work(trx as unknown as Db))

/** For looking at what would be noted otherwise, without leaving a trace. Nobody may need what the work gives. */
export const unnoted: Note = async () => undefined as never
