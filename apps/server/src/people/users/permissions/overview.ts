import type { Permission } from '@flagstaff/contract/permissions'
import type { JudgedPermission } from '@flagstaff/contract/users'
import type { Scope } from '../../../platform/write/actor.ts'
import { catalogue, type Described, type ExplainedGrant, reasonsFor } from '../../access/index.ts'

export const describe = (name: string): Described =>
  catalogue.find((permission) => permission.name === name) ?? { id: 0, name, displayName: name, type: 'root' }

/** All permissions of a type, whether the account holds each in this scope, and why. */
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
