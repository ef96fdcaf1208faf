import type { User } from '@flagstaff/contract/accounts'
import { withFreshBudget } from '../../platform/database/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/dispatch.ts'
import { nameOf, toUser } from './account.ts'
import { tooMany } from './budget.ts'
import { type Counted, countSignIn } from './count-sign-in.ts'
import { hashPassword, isOutdated, isPassword } from './hashing.ts'
import { NOBODY, noteLogin } from './logins/note.ts'
import { type Entrance, openSession } from './open-session.ts'
import { isPasswordOff } from './password-switch.ts'
import { findAccountName, tryAccount } from './queries.ts'

type Parts = Pick<Handles, 'read' | 'note' | 'settings'>

type Attempt = Pick<Entrance, 'ip' | 'userAgent' | 'former'> & {
  username: string
  password: string
  /** Called with the number of attempts by this address in the current minute. */
  onCounted(attempts: number): void
}

/** Opens a session, or refuses without revealing whether the name or the password was wrong. */
export async function signIn(handles: Parts, attempt: Attempt): Promise<{ user: User; session: string }> {
  if (await isPasswordOff(handles.read, handles.settings)) throw new AppError('signInOff')
  const { account, isSlow } = await findAccount(handles, attempt)
  const stored = account?.password_hash
  if (!(await isPassword(attempt.password, stored, { isSlow })) || !account || !stored) {
    const reason = !account ? 'unknown account' : stored ? 'wrong password' : 'no password'
    await withFreshBudget(() => noteRefusal(handles, attempt, account ? nameOf(account) : NOBODY, reason))
    throw new AppError('wrongPassword')
  }
  const stronger = isOutdated(stored) ? await hashPassword(attempt.password) : undefined
  const { ip, userAgent, former } = attempt
  const entrance = { userId: account.id, ip, userAgent, former, authType: 'password' }
  const session = await withFreshBudget(() => openSession(handles, entrance, stronger))
  return { user: toUser({ ...account, login_attempts: 0, seen_at: new Date() }), session }
}

/** Counts the attempt; refuses it above the rate limit of the address, network or account. */
async function findAccount(handles: Parts, attempt: Attempt) {
  const { username, ip } = attempt
  const result = await handles.note(async (db) => {
    const counted = await countSignIn(db, { username, ip, most: handles.settings.loginsPerMinute })
    return counted.wait > 0
      ? { counted, name: await findAccountName(db, username) }
      : { counted, account: await tryAccount(db, username) }
  })
  attempt.onCounted(result.counted.attempts)
  if (!('name' in result)) return { account: result.account, isSlow: result.counted.isSlow }
  return refuse(handles, attempt, result.counted, result.name ?? NOBODY)
}

async function refuse(handles: Parts, attempt: Attempt, counted: Counted, name: string): Promise<never> {
  // Record only the first refusal per minute, so that refused attempts cannot flood the login history.
  if (counted.isFirstRefused) await noteRefusal(handles, attempt, name, 'too many attempts')
  throw tooMany(counted.wait)
}

const noteRefusal = ({ note }: Parts, { ip, userAgent }: Attempt, username: string, failureReason: string) =>
  noteLogin(note, {
    type: 'login',
    authType: 'password',
    username,
    successful: false,
    failureReason,
    ip,
    userAgent,
  })
