import type { Tx } from '../../../platform/write/write.ts'
import { findConflicts, readPresent } from '../conflicts/queries.ts'
import { snapshotIn } from '../conflicts/rules.ts'
import { listChanges, type StoredChange, type StoredRequest } from '../queries.ts'
import { shareTarget } from '../rules.ts'
import { saveSnapshots } from './queries.ts'

/**
 * The changes of scheduled requests that were planned to come after these changes of the same things. Those that no
 * longer fit already are left out: someone else changed what they are about.
 */
export async function findCarried(
  tx: Tx,
  followers: readonly StoredRequest[],
  changes: readonly StoredChange[],
): Promise<StoredChange[]> {
  if (followers.length === 0) return []
  const following = await listChanges(
    tx.read,
    followers.map(({ id }) => id),
  )
  const sharing = following.filter((one) => changes.some((change) => shareTarget(one, change)))
  const conflicts = await findConflicts(tx.read, followers, sharing)
  return sharing.filter(({ id }) => !conflicts.has(id))
}

/** Bases these changes on the state that the earlier request left. */
export async function carryForward(tx: Tx, carried: readonly StoredChange[]) {
  if (carried.length === 0) return
  const present = await readPresent(tx.read, carried)
  const rows = carried.map((change) => ({
    id: change.id,
    snapshot: snapshotIn(change, present(change)) ?? null,
  }))
  await saveSnapshots(tx, rows)
}
