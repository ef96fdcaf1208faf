import { AppError } from '../../platform/errors.ts'
import type { Profile } from './profile.ts'

const ADMIN_ROLE = 1

type Match = { isService: boolean; isManaged: boolean; isAdmin: boolean }

/** Whoever holds the token of an identity provider must not become an administrator by calling somebody like one. */
export function checkTakeover(matches: readonly Match[]) {
  if (matches.length > 1) throw conflict('The userName and the address belong to two different accounts.')
  const [match] = matches
  if (!match) return
  if (match.isManaged)
    throw conflict('This account exists already. Look for it by its userName and change it.')
  if (match.isService) throw conflict('A service account goes by this name. SCIM does not take those over.')
  if (match.isAdmin) {
    throw conflict(
      'An administrator goes by this name or address. SCIM does not take over administrators: give the account another role first.',
    )
  }
}

type Known = Profile & { rootRole: number }

/** The same for accounts that were made administrators after they came. */
export function checkRenaming(before: Known, after: Profile) {
  if (before.rootRole !== ADMIN_ROLE) return
  if (before.userName === after.userName && before.email === after.email) return
  throw conflict(
    'This account is an administrator. Its name and address can only be changed here, not by SCIM.',
  )
}

const conflict = (reason: string) => new AppError('conflict', { reason })
