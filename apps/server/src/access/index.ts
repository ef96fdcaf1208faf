import type { Actor, Caller } from '../platform/actor.ts'
import type { Reader } from '../platform/database.ts'
import { type Grants, grantsOf, SEES_ALL } from './grants.ts'
import { listGrants, listVisibleProjects } from './queries.ts'

export { catalogue, type Described } from './catalogue.ts'
export type { Grant, Grants } from './grants.ts'
export { makeOwner } from './members/commands.ts'
export { copyEnvironmentGrants, dropEnvironmentGrants } from './queries.ts'

/** An account as a caller: what it may do and what it may see, read now. */
export async function callerFor(
  db: Reader,
  account: { id: number; rootRole: number },
  actor: Actor,
): Promise<Caller & { grants: Grants }> {
  const [list, projects] = await Promise.all([
    listGrants(db, account.id),
    SEES_ALL.has(account.rootRole) ? ('all' as const) : listVisibleProjects(db, account.id),
  ])
  const grants = grantsOf(list)
  return {
    actor,
    grants,
    viewer: { projects, userId: account.id },
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
