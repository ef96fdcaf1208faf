import type { Reader } from '../../platform/database/database.ts'
import type { Actor, Caller } from '../../platform/write/actor.ts'
import { amountsToAdmin } from './admin-power.ts'
import { type Grants, grantsOf } from './grants.ts'
import { listGrants, listVisibleProjects, type Whose } from './queries.ts'

export { amountsToAdmin } from './admin-power.ts'
export { catalogue, type Described } from './catalogue.ts'
export { type Grant, type Grants, widen } from './grants.ts'
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
export { type Holders, listHolders } from './holder-queries.ts'
export { makeOwner } from './members/commands.ts'
export { findGroupName, findPerson, listMentioned, listPeopleById } from './people/queries.ts'
export {
  copyEnvironmentGrants,
  dropEnvironmentGrants,
  isVisibleTo,
  listExplainedGrants,
  SEES_ALL,
} from './queries.ts'
export { type ExplainedGrant, reasonsFor } from './reasons.ts'
export { requireRootRole } from './roles/root-role.ts'

/** The grants and visible projects of an account, read from the database. */
export async function readAccess(db: Reader, whose: Whose) {
  const [list, projects] = await Promise.all([listGrants(db, whose), listVisibleProjects(db, whose)])
  return { grants: grantsOf(list), projects }
}
export type Access = Awaited<ReturnType<typeof readAccess>>

/** The caller for an account. */
export const callerFor = (actor: Actor, { grants, projects }: Access): Caller & { grants: Grants } => ({
  actor,
  grants,
  viewer: { projects, userId: actor.id },
  may: grants.holds,
  mayAnywhere: grants.holdsAnywhere,
})

/** Whether an account is an administrator or can become one without help. */
export const isAdministrator = async (db: Reader, userId: number): Promise<boolean> =>
  amountsToAdmin((await listGrants(db, userId)).map(({ permission }) => permission))

/** A caller with all permissions: for admin tokens and for the system. */
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
