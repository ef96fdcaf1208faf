import type { Db } from '../../platform/database/database.ts'
import { nameOf } from './account.ts'
import { type Place, sessionDigest } from './cookies.ts'
import { insertLogin } from './logins/queries.ts'
import { openHint } from './provider-hint.ts'
import { removeSession } from './queries.ts'

export type Ended = { id: number; authType: string; providerHint?: string | undefined }

/** Ends a session; returns its account and how it was opened. */
export async function signOut(db: Db, session: string, place: Place): Promise<Ended | undefined> {
  const ended = await removeSession(db, sessionDigest(session))
  if (!ended) return undefined
  const { authType } = ended
  await insertLogin(db, { type: 'logout', authType, username: nameOf(ended), successful: true, ...place })
  return { id: ended.id, authType, providerHint: openHint(session, ended.sealedHint) }
}
