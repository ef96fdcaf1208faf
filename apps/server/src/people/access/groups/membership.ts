import type { Tx } from '../../../platform/write/write.ts'
import { memberAdded, memberRemoved } from './events.ts'
import { insertMembers, listMemberships, lockMappedGroups, removeMembers } from './member-queries.ts'

/**
 * Syncs groups with the identity provider at sign-in: the account joins the groups mapped to one of these names and
 * leaves those it joined at an earlier sign-in. Memberships added by hand or by SCIM are kept.
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
