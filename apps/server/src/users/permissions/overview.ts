import type { Permission } from '@flagstaff/contract/permissions'
import type { JudgedPermission } from '@flagstaff/contract/users'
import { catalogue, type Described, type ExplainedGrant, reasonsFor } from '../../access/index.ts'
import type { Scope } from '../../platform/actor.ts'

export const describe = (name: string): Described =>
  catalogue.find((permission) => permission.name === name) ?? { id: 0, name, displayName: name, type: 'root' }

/** Each permission of a kind, whether the account holds it here, and why. */
export const judged = (
  type: 'root' | 'project' | 'environment',
  grants: readonly ExplainedGrant[],
  scope: Scope,
): JudgedPermission[] =>
  catalogue
    .filter((permission) => permission.type === type)
    .map((permission) => {
      const granted = reasonsFor(grants, permission.name as Permission, scope)
      return {
        ...permission,
        environment: type === 'environment' ? (scope.environment ?? null) : null,
        hasPermission: granted.length > 0,
        granted,
      }
    })
