import type { Permission } from '@flagstaff/contract/permissions'
import { catalogue, type Described, type Grants } from '../../access/index.ts'
import type { Scope } from '../../platform/actor.ts'

export const describe = (name: string): Described =>
  catalogue.find((permission) => permission.name === name) ?? { id: 0, name, displayName: name, type: 'root' }

/** Each permission of a kind, and whether the account holds it here. */
export const judged = (type: 'root' | 'project' | 'environment', grants: Grants, scope: Scope) =>
  catalogue
    .filter((permission) => permission.type === type)
    .map((permission) => ({
      ...permission,
      environment: type === 'environment' ? (scope.environment ?? null) : null,
      hasPermission: grants.holds(permission.name as Permission, scope),
    }))
