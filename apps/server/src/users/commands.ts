import { CreateUser, UpdateUser } from '@flagstaff/contract/users'
import Type from 'typebox'
import { type KnownUser, removeSessionsOf } from '../auth/index.ts'
import { command, type Order, run } from '../platform/commands.ts'
import { invalid, notAllowed, notFound } from '../platform/errors.ts'
import type { Tx } from '../platform/write.ts'
import { removePersonalTokensOf } from '../tokens/index.ts'
import { userCreated, userDeleted, userUpdated } from './events.ts'
import { createLink } from './passwords/links.ts'
import { rememberPassword } from './passwords/queries.ts'
import {
  ADMIN_ROLE,
  insertUser,
  listRootRoles,
  lockAdmins,
  lockUser,
  removeUser,
  replaceUser,
} from './queries.ts'
import { acceptIdentity } from './rules.ts'

const UserId = Type.Object({ id: Type.Integer() })

/** Gives the account, and the secret of the link by which its owner chooses a password. */
export const createUser = command({
  name: 'user.create',
  input: Type.Object({
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    rootRole: CreateUser.properties.rootRole,
    passwordHash: Type.Optional(Type.String()),
  }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { rootRole, passwordHash, ...identity }): Promise<{ user: KnownUser; link: string }> {
    const user = await insertUser(tx, {
      ...acceptIdentity(identity),
      rootRole: await requireRootRole(tx, rootRole),
      passwordHash: passwordHash ?? null,
    })
    if (!user) throw invalid('An account with this user name or email address exists already.', 'email')
    if (passwordHash) await rememberPassword(tx, user.id, passwordHash)
    tx.record(userCreated(user))
    return { user, link: await createLink(tx, user.id) }
  },
  inverse: (_input, { user }): Order => deleteUser.with({ id: user.id }),
})

export const updateUser = command({
  name: 'user.update',
  input: Type.Interface([UpdateUser], { id: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { id, rootRole }) {
    if (rootRole !== undefined) await lockAdmins(tx)
    return lockExisting(tx, id)
  },
  async run(tx, { id, ...input }, before) {
    const identity = acceptIdentity({
      username: before.username ?? undefined,
      email: input.email ?? before.email,
      name: input.name ?? before.name ?? undefined,
    })
    const rootRole =
      input.rootRole === undefined ? before.rootRole : await requireRootRole(tx, input.rootRole)
    if (before.rootRole === ADMIN_ROLE && rootRole !== ADMIN_ROLE) await keepAnAdmin(tx, id)
    const user = await replaceUser(tx, id, {
      name: identity.name ?? null,
      email: identity.email ?? null,
      rootRole,
    })
    if (!user) throw invalid('Another account has this email address.', 'email')
    tx.record(userUpdated(before, user))
    return user
  },
  inverse: ({ id }, _result, before): Order =>
    updateUser.with({
      id,
      name: before.name ?? '',
      email: before.email ?? '',
      rootRole: before.rootRole,
    }),
})

export const deleteUser = command({
  name: 'user.delete',
  input: UserId,
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { id }) {
    await lockAdmins(tx)
    return lockExisting(tx, id)
  },
  async run(tx, { id }, user) {
    if (tx.actor.id === id) throw notAllowed('You cannot delete your own account. Ask another administrator.')
    await keepAnAdmin(tx, id)
    await removeSessionsOf(tx, id)
    await removePersonalTokensOf(tx, id)
    await removeUser(tx, id)
    tx.record(userDeleted(user))
  },
})

export const deleteUsers = command({
  name: 'user.delete-several',
  input: Type.Object({ ids: Type.Array(Type.Integer()) }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { ids }) {
    for (const id of [...new Set(ids)].sort((a, b) => a - b)) await run(tx, deleteUser, { id })
  },
})

async function lockExisting(tx: Tx, id: number): Promise<KnownUser> {
  const user = await lockUser(tx, id)
  if (!user) throw notFound('user', id)
  return user
}

async function requireRootRole(tx: Tx, wanted: number | string): Promise<number> {
  const roles = await listRootRoles(tx.read)
  const role = roles.find(({ id, name }) => id === wanted || name === wanted)
  if (!role) throw invalid(`There is no root role called ${wanted}.`, 'rootRole')
  return role.id
}

async function keepAnAdmin(tx: Tx, leaving: number) {
  const admins = await lockAdmins(tx)
  if (admins.length === 1 && admins[0] === leaving) {
    throw notAllowed('This is the last administrator. Make somebody else one first.')
  }
}
