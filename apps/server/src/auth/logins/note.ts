import type { Note } from '../../platform/note.ts'
import { insertLogin, type Login } from './queries.ts'

/** Stands where a name was typed that no account has: people type passwords there. */
export const NOBODY = '(unknown account)'

/**
 * Writes into the login history what did not open a session: a refused attempt, or the end of one. What opens a
 * session is written down by `openSession` itself.
 */
export async function noteLogin(note: Note, login: Login): Promise<void> {
  await note((db) => insertLogin(db, login))
}
