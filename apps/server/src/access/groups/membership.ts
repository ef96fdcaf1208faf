import type { Tx } from '../../platform/write.ts'
import { memberAdded, memberRemoved } from './events.ts'
import { insertMembers, listMemberships, lockMappedGroups, removeMembers } from './member-queries.ts'

/**
 * Follows what the identity provider says about somebody who signs in: they join the groups that one of the names
 * stands for, and leave those an earlier sign-in brought them into. Who was made a member by hand, or by SCIM, stays.
 */
export async function syncGroups(tx: Tx, userId: number, names: readonly string[]): Promise<void> {
  const wanted = await lockMappedGroups(tx, names)
  const present = await listMemberships(tx, userId)
  for (const group of wanted) {
    if (present.some(({ id }) => id === group.id)) continue
    await insertMembers(tx, group.id, [{ userId, origin: 'sso' }])
    tx.record(memberAdded(group, userId))
  }
  for (const group of present) {
    if (group.origin !== 'sso' || wanted.some(({ id }) => id === group.id)) continue
    await removeMembers(tx, group.id, [userId])
    tx.record(memberRemoved(group, userId))
  }
}
