import type { CreateRoleWithPermissions } from '@flagstaff/contract/access'
import { invalid, notAllowed } from '../../../platform/errors.ts'
import { catalogue, type Described } from '../catalogue.ts'

export type RoleType = 'root-custom' | 'custom'
/** A permission of a role; the environment is empty if the permission is not bound to one. */
export type RolePermission = { permission: string; environment: string }
type Wanted = NonNullable<CreateRoleWithPermissions['permissions']>[number]

const LONGEST = 100
/** Project permissions of a root role apply in all projects. */
const kinds: Record<RoleType, readonly Described['type'][]> = {
  'root-custom': ['root', 'project'],
  custom: ['project', 'environment'],
}

export function acceptName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('A role needs a name.', 'name')
  if (trimmed.length > LONGEST)
    throw invalid(`The name of a role can have at most ${LONGEST} characters.`, 'name')
  return trimmed
}

/** Deduplicates permissions, and refuses unknown ones, those of the wrong type and those in unknown environments. */
export function acceptPermissions(
  type: RoleType,
  wanted: readonly Wanted[],
  environments: readonly string[],
): RolePermission[] {
  const accepted = wanted.map((one): RolePermission => {
    const known = find(one)
    if (!kinds[type].includes(known.type)) {
      throw invalid(
        type === 'custom'
          ? `${known.name} applies to the whole instance, so it cannot be part of a project role.`
          : `${known.name} applies to an environment, so it cannot be part of a root role.`,
        'permissions',
      )
    }
    if (known.type !== 'environment') return { permission: known.name, environment: '' }
    const environment = one.environment ?? ''
    if (!environments.includes(environment)) {
      throw invalid(`${known.name} needs an environment that exists, not "${environment}".`, 'permissions')
    }
    return { permission: known.name, environment }
  })
  const distinct = new Map(accepted.map((one) => [`${one.permission} ${one.environment}`, one]))
  return [...distinct.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

/** Finds a permission by name, or by id for clients that send no name. */
function find(wanted: Wanted): Described {
  const id = 'id' in wanted ? wanted.id : undefined
  const known = catalogue.find(({ name, ...one }) =>
    wanted.name === undefined ? one.id === id : name === wanted.name,
  )
  if (!known) throw invalid(`The permission ${wanted.name ?? id} does not exist.`, 'permissions')
  if (known.name === 'ADMIN') {
    throw invalid('ADMIN cannot be added to a role. Assign the Admin role instead.', 'permissions')
  }
  return known
}

export const isRoleType = (type: string): type is RoleType => type === 'root-custom' || type === 'custom'

/** The type of a custom role; refuses built-in roles. */
export function requireCustom({ name, type }: { name: string; type: string }): RoleType {
  if (isRoleType(type)) return type
  throw notAllowed(`The role ${name} is built in and cannot be changed. Create a custom role instead.`)
}
