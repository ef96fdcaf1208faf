import type { Note } from '../../../platform/write/note.ts'
import { insertLogin, type Login } from './queries.ts'

/** Recorded instead of a name that no account has, because people sometimes type their password there. */
export const NOBODY = '(unknown account)'

/** Records failed sign-ins and sign-outs in the login history. Successful sign-ins are recorded by `openSession`. */
export async function noteLogin(note: Note, login: Login): Promise<void> {
  await note((db) => insertLogin(db, login))
}
