import type { CreateRoleWithPermissions } from '@flagstaff/contract/access'
import { invalid, notAllowed } from '../../platform/errors.ts'
import { catalogue, type Described } from '../catalogue.ts'

export type RoleType = 'root-custom' | 'custom'
/** What a role grants; the environment is empty where it does not matter. */
export type RolePermission = { permission: string; environment: string }
type Wanted = NonNullable<CreateRoleWithPermissions['permissions']>[number]

const LONGEST = 100
const kinds: Record<RoleType, readonly Described['type'][]> = {
  'root-custom': ['root'],
  custom: ['project', 'environment'],
}

export function acceptName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('A role needs a name.', 'name')
  if (trimmed.length > LONGEST) throw invalid(`The name of a role has at most ${LONGEST} characters.`, 'name')
  return trimmed
}

/** Every permission once, known, of the kind this type of role can hold, and in an environment that exists. */
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
          ? `${known.name} holds for the whole instance, so it cannot be part of a project role.`
          : `${known.name} holds in a project, so it cannot be part of a root role.`,
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

/** By name; by number for clients that know no names. */
function find(wanted: Wanted): Described {
  const id = 'id' in wanted ? wanted.id : undefined
  const known = catalogue.find(({ name, ...one }) =>
    wanted.name === undefined ? one.id === id : name === wanted.name,
  )
  if (!known) throw invalid(`There is no permission called ${wanted.name ?? id}.`, 'permissions')
  if (known.name === 'ADMIN') {
    throw invalid('ADMIN cannot be put into a role. Give the Admin role instead.', 'permissions')
  }
  return known
}

export const isRoleType = (type: string): type is RoleType => type === 'root-custom' || type === 'custom'

/** The type of a role somebody made; the predefined ones stay as they are. */
export function requireCustom({ name, type }: { name: string; type: string }): RoleType {
  if (isRoleType(type)) return type
  throw notAllowed(`The role ${name} is built in. Make one of your own to change what it grants.`)
}
