import { ProjectAccessConfiguration, ProjectAddAccess, ProjectRoleIds } from '@flagstaff/contract/access'
import Type from 'typebox'
import { invalid, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { insertMemberships, listMemberships } from './change-queries.ts'
import { accessAdded, accessUpdated, rolesDeleted, rolesUpdated } from './events.ts'
import { replace } from './replace.ts'
import { distinct, type Holder, idsOf, isSame, type Membership, OWNER, rolesOf, without } from './rules.ts'

const InProject = { project: Type.String() }
const User = Type.Object({ ...InProject, userId: Type.Integer() })
const Group = Type.Object({ ...InProject, groupId: Type.Integer() })

/** Locks the project: membership changes are serialised, so that two owners cannot remove each other. */
const membership = {
  permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
  scope: ({ project }: { project: string }) => ({ project }),
  locksProject: true,
  load: (tx: Tx, { project }: { project: string }) => listMemberships(tx, project),
} as const

const user = (id: number): Holder => ({ kind: 'user', id })
const group = (id: number): Holder => ({ kind: 'group', id })

export const addAccess = command({
  ...membership,
  name: 'member.add',
  input: Type.Interface([ProjectAddAccess], InProject),
  async run(tx, { project, roles, users, groups }, before) {
    if (roles.length === 0) throw invalid('Choose at least one role.', 'roles')
    const holders = [...users.map(user), ...groups.map(group)]
    const wanted = holders.flatMap((holder) => roles.map((roleId) => ({ ...holder, roleId })))
    const added = without(distinct(wanted), before)
    if (added.length === 0) return
    await replace(tx, project, { before, after: [...before, ...added] })
    tx.record(accessAdded(project, added))
  },
  inverse: ({ project }, _result, before): Order => setAccess.with(configurationOf(project, before)),
})

export const setAccess = command({
  ...membership,
  name: 'member.setAll',
  input: Type.Interface([ProjectAccessConfiguration], InProject),
  async run(tx, { project, roles }, before) {
    const wanted = roles.flatMap(({ id: roleId, users = [], groups = [] }) => {
      if (roleId === undefined) throw invalid('Every role needs an ID.', 'roles')
      return [...users.map(user), ...groups.map(group)].map((holder) => ({ ...holder, roleId }))
    })
    const after = distinct(wanted)
    await replace(tx, project, { before, after })
    tx.record(accessUpdated(project, before, after))
  },
  inverse: ({ project }, _result, before): Order => setAccess.with(configurationOf(project, before)),
})

export const setUserRoles = command({
  ...membership,
  name: 'member.setRoles',
  input: Type.Interface([ProjectRoleIds], User.properties),
  run: (tx, { project, userId, roles }, before) =>
    setRoles(tx, project, { holder: user(userId), roles, before }),
  inverse: ({ project, userId }, _result, before): Order => {
    const roles = rolesOf(before, user(userId))
    return roles.length > 0
      ? setUserRoles.with({ project, userId, roles })
      : removeUser.with({ project, userId })
  },
})

export const removeUser = command({
  ...membership,
  name: 'member.remove',
  input: User,
  run: (tx, { project, userId }, before) => remove(tx, project, { holder: user(userId), before }),
  inverse: ({ project, userId }, _result, before): Order =>
    setUserRoles.with({ project, userId, roles: rolesOf(before, user(userId)) }),
})

export const setGroupRoles = command({
  ...membership,
  name: 'member.setGroupRoles',
  input: Type.Interface([ProjectRoleIds], Group.properties),
  run: (tx, { project, groupId, roles }, before) =>
    setRoles(tx, project, { holder: group(groupId), roles, before }),
  inverse: ({ project, groupId }, _result, before): Order => {
    const roles = rolesOf(before, group(groupId))
    return roles.length > 0
      ? setGroupRoles.with({ project, groupId, roles })
      : removeGroup.with({ project, groupId })
  },
})

export const removeGroup = command({
  ...membership,
  name: 'member.removeGroup',
  input: Group,
  run: (tx, { project, groupId }, before) => remove(tx, project, { holder: group(groupId), before }),
  inverse: ({ project, groupId }, _result, before): Order =>
    setGroupRoles.with({ project, groupId, roles: rolesOf(before, group(groupId)) }),
})

/** Makes the creator of a new project its owner. Tokens cannot own projects. */
export async function makeOwner(tx: Tx, project: string) {
  const { type, id } = tx.actor
  if (type !== 'user' && type !== 'service-account') return
  await insertMemberships(tx, project, [{ kind: 'user', id, roleId: OWNER }])
}

type Change = { holder: Holder; before: readonly Membership[] }

async function setRoles(tx: Tx, project: string, change: Change & { roles: readonly number[] }) {
  const { holder, before, roles } = change
  if (roles.length === 0) throw invalid('Choose at least one role, or remove the member.', 'roles')
  const wanted = [...new Set(roles)].sort((a, b) => a - b)
  const others = before.filter((member) => !isSame(member, holder))
  const own = wanted.map((roleId) => ({ ...holder, roleId }))
  await replace(tx, project, { before, after: [...others, ...own] })
  tx.record(rolesUpdated(project, { holder, before: rolesOf(before, holder), roles: wanted }))
}

async function remove(tx: Tx, project: string, { holder, before }: Change) {
  const own = rolesOf(before, holder)
  if (own.length === 0) throw notFound(holder.kind === 'user' ? 'member' : 'group', holder.id)
  await replace(tx, project, { before, after: before.filter((member) => !isSame(member, holder)) })
  tx.record(rolesDeleted(project, holder, own))
}

const configurationOf = (project: string, members: readonly Membership[]) => ({
  project,
  roles: [...Map.groupBy(members, ({ roleId }) => roleId)].map(([id, own]) => ({
    id,
    users: idsOf(own, 'user'),
    groups: idsOf(own, 'group'),
  })),
})
