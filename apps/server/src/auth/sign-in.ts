import { randomBytes } from 'node:crypto'
import type { User } from '@flagstaff/contract/accounts'
import { withFreshBudget } from '../platform/deadline.ts'
import { AppError } from '../platform/errors.ts'
import type { Handles } from '../platform/http/dispatch.ts'
import { toUser } from './account.ts'
import { accountKey, addressKey, tooMany } from './budget.ts'
import { hashPassword, isOutdated, isPassword } from './hashing.ts'
import {
  countAttempts,
  insertSession,
  isKnownAddress,
  markSignedIn,
  removeSession,
  tryAccount,
} from './queries.ts'
import { sessionDigest } from './sessions.ts'

type Parts = Pick<Handles, 'note' | 'settings'>

type Attempt = {
  username: string
  password: string
  ip: string
  userAgent: string | null
  /** The session the browser has already. It ends: nobody else can have planted the new one. */
  former: string | undefined
}

/** Opens a session, or refuses without a hint about what was wrong. */
export async function signIn(handles: Parts, attempt: Attempt): Promise<{ user: User; session: string }> {
  const account = await findAccount(handles, attempt)
  const stored = account?.password_hash
  if (!(await isPassword(attempt.password, stored)) || !account || !stored) {
    throw new AppError('wrongPassword')
  }
  const stronger = isOutdated(stored) ? await hashPassword(attempt.password) : undefined
  const session = await withFreshBudget(() => openSession(handles, attempt, account.id, stronger))
  return { user: toUser({ ...account, login_attempts: 0, seen_at: new Date() }), session }
}

/** Counts the attempt; refuses when there were too many to this account, or from this address. */
async function findAccount({ note, settings }: Parts, { username, ip }: Attempt) {
  const account = accountKey(username)
  const address = addressKey(ip)
  const found = await note(async (db) => {
    const attempts = await countAttempts(db, [account, address])
    const over = (who: string) => (attempts.get(who) ?? 0) > settings.loginsPerMinute
    // Whoever guesses from elsewhere must not lock the owner out.
    if (over(address) || (over(account) && !(await isKnownAddress(db, username, ip)))) return 'too many'
    return tryAccount(db, username)
  })
  if (found === 'too many') throw tooMany()
  return found
}

async function openSession(
  { note, settings }: Parts,
  { former, ip, userAgent }: Attempt,
  userId: number,
  strongerHash: string | undefined,
): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + settings.sessionHours * 3_600_000)
  await note(async (db) => {
    if (former) await removeSession(db, sessionDigest(former))
    await markSignedIn(db, userId, strongerHash)
    const session = { digest: sessionDigest(id), userId, expiresAt, ip, userAgent }
    await insertSession(db, session, settings.parallelSessions)
  })
  return id
}
