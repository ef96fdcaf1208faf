import type { Note } from '../../../platform/write/note.ts'
import { nameOf } from '../account.ts'
import type { Place } from '../cookies.ts'
import { insertLogin } from '../logins/queries.ts'
import { endSessions } from './queries.ts'

/** Ends sessions and records each as a sign-out; returns their number. */
export const endAndNote = (
  note: Note,
  which: Parameters<typeof endSessions>[1],
  place: Place,
): Promise<number> =>
  note(async (db) => {
    const ended = await endSessions(db, which)
    for (const { authType, ...account } of ended) {
      const login = { type: 'logout', authType, username: nameOf(account), successful: true } as const
      await insertLogin(db, { ...login, ...place })
    }
    return ended.length
  })
