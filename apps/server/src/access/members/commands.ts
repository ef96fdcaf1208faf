import { ProjectAccessConfiguration, ProjectAddAccess, ProjectUserRoles } from '@flagstaff/contract/access'
import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { invalid, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { accessAdded, accessUpdated, userRolesDeleted, userRolesUpdated } from './events.ts'
import {
  insertMemberships,
  listMemberships,
  lockProjectRoles,
  lockUsers,
  removeMemberships,
} from './queries.ts'
import { checkGrant, checkOwnerStays, type Membership, OWNER, without } from './rules.ts'

const InProject = { project: Type.String() }
const User = Type.Object({ ...InProject, userId: Type.Integer() })

/** The members of a project change one at a time, so that two owners cannot remove each other. */
const membership = {
  permission: ['UPDATE_PROJECT', 'PROJECT_USER_ACCESS_WRITE'],
  scope: ({ project }: { project: string }) => ({ project }),
  locksProject: true,
  load: (tx: Tx, { project }: { project: string }) => listMemberships(tx, project),
} as const

export const addAccess = command({
  ...membership,
  name: 'member.add',
  input: Type.Interface([ProjectAddAccess], InProject),
  async run(tx, { project, roles, users, groups }, before) {
    if (roles.length === 0) throw invalid('Name at least one role.', 'roles')
    refuseGroups(groups)
    const wanted = users.flatMap((userId) => roles.map((roleId) => ({ userId, roleId })))
    const added = without(distinct(wanted), before)
    if (added.length === 0) return
    await replace(tx, project, before, [...before, ...added])
    tx.record(accessAdded(project, added))
  },
})

export const setAccess = command({
  ...membership,
  name: 'member.setAll',
  input: Type.Interface([ProjectAccessConfiguration], InProject),
  async run(tx, { project, roles }, before) {
    refuseGroups(roles.flatMap(({ groups = [] }) => groups))
    const after = roles.flatMap(({ id, users = [] }) => {
      if (id === undefined) throw invalid('Every role needs its id.', 'roles')
      return users.map((userId) => ({ userId, roleId: id }))
    })
    await replace(tx, project, before, distinct(after))
    tx.record(accessUpdated(project, before, distinct(after)))
  },
  inverse: ({ project }, _result, before): Order =>
    setAccess.with({
      project,
      roles: [...Map.groupBy(before, ({ roleId }) => roleId)].map(([id, own]) => ({
        id,
        users: own.map(({ userId }) => userId),
      })),
    }),
})

export const setUserRoles = command({
  ...membership,
  name: 'member.setRoles',
  input: Type.Interface([ProjectUserRoles], User.properties),
  async run(tx, { project, userId, roles }, before) {
    if (roles.length === 0) throw invalid('Name at least one role, or remove the member.', 'roles')
    const own = rolesOf(before, userId)
    const wanted = [...new Set(roles)].sort((a, b) => a - b)
    const others = before.filter((member) => member.userId !== userId)
    await replace(tx, project, before, [...others, ...wanted.map((roleId) => ({ userId, roleId }))])
    tx.record(userRolesUpdated(project, userId, own, wanted))
  },
  inverse: ({ project, userId }, _result, before): Order => {
    const roles = rolesOf(before, userId)
    return roles.length > 0
      ? setUserRoles.with({ project, userId, roles })
      : removeUser.with({ project, userId })
  },
})

export const removeUser = command({
  ...membership,
  name: 'member.remove',
  input: User,
  async run(tx, { project, userId }, before) {
    const own = rolesOf(before, userId)
    if (own.length === 0) throw notFound('member', userId)
    await replace(
      tx,
      project,
      before,
      before.filter((member) => member.userId !== userId),
    )
    tx.record(userRolesDeleted(project, userId, own))
  },
  inverse: ({ project, userId }, _result, before): Order =>
    setUserRoles.with({ project, userId, roles: rolesOf(before, userId) }),
})

/** For a project that was just made: whoever made it owns it. Tokens own nothing. */
export async function makeOwner(tx: Tx, project: string) {
  const { type, id } = tx.actor
  if (type !== 'user' && type !== 'service-account') return
  await insertMemberships(tx, project, [{ userId: id, roleId: OWNER }])
}

async function replace(tx: Tx, project: string, before: readonly Membership[], after: readonly Membership[]) {
  const added = without(after, before)
  const { actor, caller } = tx
  checkGrant({ isAdmin: caller.may('ADMIN', {}), roles: rolesOf(before, actor.id) }, added)
  await checkExistence(tx, added)
  checkOwnerStays(project, before, after)
  await removeMemberships(tx, project, without(before, after))
  await insertMemberships(tx, project, added)
}

async function checkExistence(tx: Tx, added: readonly Membership[]) {
  const users = [...new Set(added.map(({ userId }) => userId))]
  const roles = [...new Set(added.map(({ roleId }) => roleId))]
  const [knownUsers, knownRoles] = [await lockUsers(tx, users), await lockProjectRoles(tx, roles)]
  for (const id of users) if (!knownUsers.has(id)) throw notFound('user', id)
  for (const id of roles) if (!knownRoles.has(id)) throw notFound('project role', id)
}

function refuseGroups(groups: readonly number[]) {
  const [first] = groups
  if (first !== undefined) throw notFound('group', first)
}

const rolesOf = (members: readonly Membership[], userId: number): number[] =>
  members.filter((member) => member.userId === userId).map(({ roleId }) => roleId)

const distinct = (members: readonly Membership[]): Membership[] => [
  ...new Map(members.map((one) => [`${one.userId} ${one.roleId}`, one])).values(),
]
