import { randomBytes } from 'node:crypto'
import type { Handles } from '../../platform/http/dispatch.ts'
import { nameOf } from './account.ts'
import { sessionDigest } from './cookies.ts'
import { insertLogin } from './logins/queries.ts'
import { sealHint } from './provider-hint.ts'
import { insertSession, markSignedIn, noteBrowser, removeSession } from './queries.ts'
import { deviceOf } from './sessions/rules.ts'

export type Entrance = {
  userId: number
  ip: string
  userAgent: string | null
  /** The existing session of the browser, which is ended to prevent session fixation. */
  former: string | undefined
  /** How the user signed in: `password`, or the kind of identity provider. */
  authType: string
  /** What the provider needs to sign the user out, such as the ID token. */
  providerHint?: string | undefined
}

const UNKNOWN_BROWSER = 'unknown browser'

/**
 * Opens a session for an authenticated user and records it in the login history. Returns the value of the session
 * cookie.
 */
export async function openSession(
  { note, settings }: Pick<Handles, 'note' | 'settings'>,
  { userId, former, providerHint, ...entrance }: Entrance,
  strongerHash?: string,
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + settings.sessionHours * 3_600_000)
  await note(async (db) => {
    if (former) await removeSession(db, sessionDigest(former))
    const account = await markSignedIn(db, userId, strongerHash)
    const sealedHint = providerHint === undefined ? null : sealHint(id, providerHint)
    const session = { digest: sessionDigest(id), userId, expiresAt, sealedHint, ...entrance }
    await insertSession(db, session, settings.parallelSessions)
    const { browser } = deviceOf(entrance.userAgent)
    await noteBrowser(db, { userId, browser: browser ?? UNKNOWN_BROWSER, ip: entrance.ip })
    await insertLogin(db, { type: 'login', username: nameOf(account), successful: true, ...entrance })
  })
  return id
}
