import { callerFor, readAccess } from '../../../people/access/index.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { type Caller, sees } from '../../../platform/write/actor.ts'
import { LENT } from '../sets/accept.ts'
import { findServiceAccount } from '../sets/option-queries.ts'

type Set = { project: string; name: string; actorId: number; allowances: readonly string[] }

/**
 * The service account with the rights that it has now, in the project of the set only: everyone who can edit the project
 * reads what it did. It skips reviews and adds rules only where the editor of the set could do so, because otherwise a
 * set would give its editor the rights of any service account. Undefined if the account was deleted.
 */
export async function readActor(db: Reader, set: Set, signal: number): Promise<Caller | undefined> {
  const account = await findServiceAccount(db, set.actorId)
  if (!account) return undefined
  const { id, name } = account
  const caller = callerFor({ type: 'service-account', id, name }, await readAccess(db, id))
  const projects = new Set(sees(caller.viewer, set.project) ? [set.project] : [])
  return {
    actor: caller.actor,
    viewer: { userId: id, projects },
    mayAnywhere: caller.mayAnywhere,
    may: (permission, scope) =>
      caller.may(permission, scope) &&
      (!LENT.includes(permission) || set.allowances.includes(`${permission} ${scope.environment}`)),
    reason: `Action set ${set.name}, signal ${signal}`,
  }
}
