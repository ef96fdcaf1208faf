import { type AccessRow, MOST_REPORT_ROWS } from '@flagstaff/contract/access-report'
import type { Permission } from '@flagstaff/contract/permissions'
import { reaches } from '@flagstaff/rules/permissions'
import { SEES_ALL, widen } from '../../people/access/index.ts'
import type { AccessState } from './state.ts'

/** Permissions whose holder can change what flags do in an environment. */
export const changing = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'DELETE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_ENVIRONMENT',
  'UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  'UPDATE_FEATURE_DEPENDENCY',
  'UPDATE_FEATURE_VARIANTS',
  'DELETE_FEATURE',
  'MOVE_FEATURE_TOGGLE',
  'UPDATE_SEGMENT',
  'UPDATE_PROJECT_SEGMENT',
] as const satisfies readonly Permission[]

/** Permissions in a project whose holder can take an environment away from flags, or delete them all. */
export const removing = ['UPDATE_PROJECT', 'DELETE_PROJECT'] as const satisfies readonly Permission[]

/** Permissions whose holder can turn reviews off. */
export const unprotecting = ['PROJECT_CHANGE_REQUEST_WRITE', 'UPDATE_PROJECT'] as const satisfies Permission[]

const reviewing = ['APPROVE_CHANGE_REQUEST', 'APPLY_CHANGE_REQUEST', 'SKIP_CHANGE_REQUEST'] as const

/** The permissions that the report is about. */
export const reported: readonly Permission[] = [
  ...new Set(['ADMIN', ...changing, ...removing, ...unprotecting, ...reviewing] as const),
]

/** Commands that need these are checked for the project, whatever the environment is. */
const inProject: ReadonlySet<Permission> = new Set([...removing, ...unprotecting])

export type ReportFilter = {
  projects: readonly string[] | null
  /** By default, environments of type `production`. */
  environments: readonly string[] | null
  /** Tokens that had expired then are left out. */
  at: Date
  sees(project: string): boolean
}

/** A row without the name of the account. */
export type BareRow = Omit<AccessRow, 'name' | 'login'> & { token?: string }

export class TooManyRows extends Error {}

/** Who can change, approve, apply or skip, by account and place. Accounts that can do none of it have no row. */
export function reportOf(state: AccessState, { projects, environments, at, sees }: ReportFilter): BareRow[] {
  const places = state.places.filter(
    ({ project, environment, type }) =>
      sees(project) &&
      (!projects || projects.includes(project)) &&
      (environments ? environments.includes(environment) : type === 'production'),
  )
  const holders = holdersOf(state)
  const tokens = state.tokens.filter(({ until }) => until === null || new Date(until) > at)
  const rows: BareRow[] = []
  for (const place of places) {
    const inPlace = { project: place.project, environment: place.environment, reviewed: place.reviewed }
    for (const holder of holders) {
      if (place.private && !holder.seesAll && !holder.projects.has(place.project)) continue
      const grants = holder.grants.filter((grant) => applies(grant, inPlace))
      if (grants.length > 0) rows.push({ ...holder.account, ...inPlace, ...answersOf(grants) })
      if (rows.length > MOST_REPORT_ROWS) throw new TooManyRows()
    }
    for (const { name } of tokens)
      rows.push({ kind: 'admin-token', id: null, token: name, ...inPlace, ...answersOf([adminToken]) })
  }
  return rows
}

const applies = (grant: Held, { project, environment }: { project: string; environment: string }) =>
  grant.permission === 'ADMIN' ||
  reaches(grant, inProject.has(grant.permission) ? { project } : { project, environment })

type Held = {
  permission: Permission
  project: string
  environment: string
  role: string
  group: string | null
}

const adminToken: Held = {
  permission: 'ADMIN',
  project: '',
  environment: '',
  role: 'Admin token',
  group: null,
}

/** Each account with its grants, as the permission check has them. */
function holdersOf(state: AccessState) {
  const roles = new Map(state.roles.map((role) => [role.id, role]))
  const groups = new Map(state.groups.map(({ id, name }) => [id, name]))
  const root = Map.groupBy(state.root, ({ account }) => account)
  const members = Map.groupBy(state.members, ({ account }) => account)
  const heldBy = (role: number, group: number | null, project?: string): Held[] => {
    const known = roles.get(role)
    return (known?.grants ?? []).map((grant) =>
      widen({
        ...grant,
        project: project ?? grant.project,
        role: known?.name ?? '',
        group: group === null ? null : (groups.get(group) ?? null),
      }),
    )
  }
  return state.accounts.flatMap(({ id, service }) => {
    const [own, joined] = [root.get(id) ?? [], members.get(id) ?? []]
    const grants = [
      ...own.flatMap(({ role, group }) => heldBy(role, group)),
      ...joined.flatMap(({ role, group, project }) => heldBy(role, group, project)),
    ]
    if (grants.length === 0) return []
    return {
      account: { kind: service ? ('service-account' as const) : ('user' as const), id },
      seesAll: own.some(({ role }) => SEES_ALL.includes(role)),
      projects: new Set(joined.map(({ project }) => project)),
      grants,
    }
  })
}

function answersOf(grants: readonly Held[]) {
  const isAdmin = grants.some(({ permission }) => permission === 'ADMIN')
  const held = new Set(grants.map(({ permission }) => permission))
  const may = (permission: Permission) => isAdmin || held.has(permission)
  const through = new Map(grants.map(({ role, group }) => [JSON.stringify([role, group]), { role, group }]))
  return {
    change: [...changing, ...removing].some(may),
    approve: may('APPROVE_CHANGE_REQUEST'),
    apply: may('APPLY_CHANGE_REQUEST'),
    skip: may('SKIP_CHANGE_REQUEST'),
    unprotect: unprotecting.some(may),
    permissions: isAdmin ? ['ADMIN'] : [...held].sort(),
    through: [...through.values()],
  }
}
