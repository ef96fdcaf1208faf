import { readTogether } from '../../platform/database/transaction.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { callerFor, readAccess } from '../access/index.ts'
import { nameOf } from './account.ts'
import { sessionDigest } from './cookies.ts'
import { findSession, markSessionSeen, ownerOf } from './queries.ts'

export { accountColumns, imageOf, type KnownUser, nameOf, toUser } from './account.ts'
export { accountKey, addressKey, refund, spend } from './budget.ts'
export { giveSession, placeOf, refuseForeign, sessionCookie, sessionDigest } from './cookies.ts'
export { hashPassword, isPassword } from './hashing.ts'
export { NOBODY, noteLogin } from './logins/note.ts'
export { openSession } from './open-session.ts'
export { isPasswordOff } from './password-switch.ts'
export { countSessions, endAllSessions, removeSessionsOf } from './queries.ts'

/** The "last seen" time is only written again after this interval. */
const SEEN_MS = 60_000

/** The caller of a session, or undefined if the session has ended. */
export async function callerWithSession(
  { read, note, settings }: Pick<Handles, 'read' | 'note' | 'settings'>,
  id: string,
  ip: string,
): Promise<Caller | undefined> {
  const digest = sessionDigest(id)
  const [owner, access] = await readTogether(read, (db) =>
    Promise.all([findSession(db, digest, settings.sessionIdleHours), readAccess(db, ownerOf(digest))]),
  )
  if (!owner) return undefined
  if (Date.now() - owner.seenAt.getTime() > SEEN_MS) await note((db) => markSessionSeen(db, digest))
  return callerFor({ type: 'user', id: owner.id, name: nameOf(owner), ip }, access)
}
