import { notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import {
  insertMemberships,
  listRolesHeld,
  lockGroups,
  lockProjectRoles,
  lockUsers,
  removeMemberships,
} from './change-queries.ts'
import { checkGrant, checkOwnerStays, idsOf, type Membership, without } from './rules.ts'

type Change = { before: readonly Membership[]; after: readonly Membership[] }

/** Replaces the members of a project, if the caller can grant the new roles and an owner is left. */
export async function replace(tx: Tx, project: string, { before, after }: Change) {
  const added = without(after, before)
  const { actor, caller } = tx
  checkGrant({ isAdmin: caller.may('ADMIN', {}), roles: await listRolesHeld(tx, project, actor.id) }, added)
  await checkExistence(tx, added)
  // Lock all groups, not only added ones: a group that is being deleted must not count as the last owner.
  await requireAll('group', idsOf(after, 'group'), (ids) => lockGroups(tx, ids))
  checkOwnerStays(project, before, after)
  await removeMemberships(tx, project, without(before, after))
  await insertMemberships(tx, project, added)
}

async function checkExistence(tx: Tx, added: readonly Membership[]) {
  const roles = [...new Set(added.map(({ roleId }) => roleId))]
  await requireAll('user', idsOf(added, 'user'), (ids) => lockUsers(tx, ids))
  await requireAll('project role', roles, (ids) => lockProjectRoles(tx, ids))
}

async function requireAll(
  what: string,
  ids: readonly number[],
  lock: (ids: readonly number[]) => Promise<Set<number>>,
) {
  if (ids.length === 0) return
  const known = await lock(ids)
  for (const id of ids) if (!known.has(id)) throw notFound(what, id)
}
