import type { Actor, Caller } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { type Grants, grantsOf } from './grants.ts'
import { listGrants, listVisibleProjects } from './queries.ts'

export { catalogue, type Described } from './catalogue.ts'
export type { Grant, Grants } from './grants.ts'
export { syncGroups } from './groups/membership.ts'
export {
  addScimMembers,
  createScimGroup,
  deleteScimGroup,
  removeScimMembers,
  setScimMembers,
  updateScimGroup,
} from './groups/provisioning.ts'
export { listGroupNames, listGroupsOfUser } from './groups/reads-queries.ts'
export { makeOwner } from './members/commands.ts'
export { copyEnvironmentGrants, dropEnvironmentGrants, listExplainedGrants } from './queries.ts'
export { type ExplainedGrant, reasonsFor } from './reasons.ts'
export { requireRootRole } from './roles/root-role.ts'

/** An account as a caller: what it may do and what it may see, read now. */
export async function callerFor(db: Reader, actor: Actor): Promise<Caller & { grants: Grants }> {
  const [list, projects] = await Promise.all([listGrants(db, actor.id), listVisibleProjects(db, actor.id)])
  const grants = grantsOf(list)
  return {
    actor,
    grants,
    viewer: { projects, userId: actor.id },
    may: grants.holds,
    mayAnywhere: grants.holdsAnywhere,
  }
}

/** Holds everything: admin tokens, and the system itself. */
export const allPowerful = (actor: Actor): Caller & { grants: Grants } => {
  const grants = grantsOf([{ permission: 'ADMIN', project: '', environment: '' }])
  return {
    actor,
    grants,
    viewer: { projects: 'all', userId: actor.id },
    may: grants.holds,
    mayAnywhere: grants.holdsAnywhere,
  }
}
