import type { AdminPermission } from '@flagstaff/contract/access'
import { environmentPermissions, projectPermissions, rootPermissions } from '@flagstaff/contract/permissions'

type Kind = 'root' | 'project' | 'environment'
export type Described = { id: number; name: string; displayName: string; type: Kind }

const described = (type: Kind, permissions: Record<string, string>) =>
  Object.entries(permissions).map(([name, displayName]) => ({ name, displayName, type }))

/** All permissions, numbered in the order of the contract. */
export const catalogue: readonly Described[] = [
  ...described('root', rootPermissions),
  ...described('project', projectPermissions),
  ...described('environment', environmentPermissions),
].map((permission, index) => ({ id: index + 1, ...permission }))

const byName = new Map(catalogue.map((permission) => [permission.name, permission]))

/** Permissions that a role can contain: all but ADMIN, which satisfies every check. */
export const grantable = (type: Kind): Described[] =>
  catalogue.filter((permission) => permission.type === type && permission.name !== 'ADMIN')

/** A grant as roles list it: a permission for all environments is listed once per environment. */
export function toPermissions(
  { permission, environment }: { permission: string; environment: string },
  environments: readonly string[],
): AdminPermission[] {
  const known = byName.get(permission)
  if (!known) return []
  if (known.type !== 'environment') return [known]
  const places = environment === '*' || environment === '' ? environments : [environment]
  return places.map((place) => ({ ...known, environment: place }))
}
