import { AppError } from '../../../platform/errors.ts'
import { amountsToAdmin } from '../../access/index.ts'
import type { Profile } from './profile.ts'

type Match = { isService: boolean; isManaged: boolean; rootPermissions: readonly string[] }

/** Prevents privilege escalation: a SCIM token must not take over an administrator's account by its name. */
export function checkTakeover(matches: readonly Match[]) {
  if (matches.length > 1)
    throw conflict('The userName and the email address belong to two different accounts.')
  const [match] = matches
  if (!match) return
  if (match.isManaged) throw conflict('This account already exists. Find it by its userName and update it.')
  if (match.isService)
    throw conflict('A service account has this name. SCIM does not take over service accounts.')
  if (amountsToAdmin(match.rootPermissions)) {
    throw conflict(
      'An administrator has this name or address. SCIM does not take over administrators: give the account another role first.',
    )
  }
}

type Known = Profile & { rootPermissions: readonly string[] }

/** The same for accounts that became administrators after SCIM created them. */
export function checkRenaming(before: Known, after: Profile) {
  if (!amountsToAdmin(before.rootPermissions)) return
  if (before.userName === after.userName && before.email === after.email) return
  throw conflict(
    'This account is an administrator. SCIM cannot change its name or address; change them in Flagstaff.',
  )
}

const conflict = (reason: string) => new AppError('conflict', { reason })
