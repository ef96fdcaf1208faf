import { stable } from '../../flags/index.ts'
import { system } from '../../platform/write/actor.ts'
import type { ReadManaged } from '../../platform/write/managed.ts'
import { listRequestStates } from '../requests/index.ts'
import { compared, isSame } from './fields.ts'
import { readPresent, settledValue } from './present.ts'
import { listLockedClaims } from './queries.ts'

/** The locked fields of flags. A value that the files have proposed is theirs, too, unless it was turned down. */
export const readLocked: ReadManaged = async (db, flags) => {
  const claims = await listLockedClaims(db, flags)
  if (claims.length === 0) return []
  const presentOf = await readPresent(db, system.viewer, claims)
  const states = await listRequestStates(
    db,
    claims.flatMap(({ request }) => request ?? []),
  )
  return claims.map((claim) => {
    const { project, flag, environment, field, owner, path, proposed, request, withoutRollout } = claim
    const cut = (value: unknown) => compared(field, value, withoutRollout)
    const present = cut(presentOf(claim))
    const isOff = field === 'enabled' && present === false
    const state = request === null ? undefined : states.get(request)
    const isOpen = state !== undefined && !['Applied', 'Rejected', 'Cancelled'].includes(state)
    const values = [settledValue(claim, states), ...(isOpen ? [proposed] : [])]
    const isOfFile = values.some((value) => isSame(present, cut(value)))
    return {
      project,
      flag,
      environment: environment || null,
      field,
      owner,
      path,
      value: present === undefined ? undefined : stable(present),
      isFree: isOff || isOfFile,
    }
  })
}
