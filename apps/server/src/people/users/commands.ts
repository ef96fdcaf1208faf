import { CreateUser, UpdateUser } from '@flagstaff/contract/users'
import Type from 'typebox'
import { invalid, notAllowed } from '../../platform/errors.ts'
import { command, type Order, run } from '../../platform/write/commands.ts'
import { requireRootRole } from '../access/index.ts'
import { type KnownUser, removeSessionsOf } from '../auth/index.ts'
import { endAccount, endLinksTo, lockExisting, refuseLastAdmin } from './accounts.ts'
import { userCreated, userUpdated } from './events.ts'
import { LINK_MAIL, type LinkMail } from './mails/jobs.ts'
import { createLink } from './passwords/links.ts'
import { rememberPassword } from './passwords/queries.ts'
import { ADMIN_ROLE, insertUser, lockAdmins, replaceUser } from './queries.ts'
import { acceptIdentity } from './rules.ts'
import { refuseManaged } from './scim/managed.ts'

const UserId = Type.Object({ id: Type.Integer() })

type NewAccount = { user: KnownUser; link: string; emailSent: boolean }

/** Returns the account and the secret of its password link. With `mail` the link is also sent by email. */
export const createUser = command({
  name: 'user.create',
  input: Type.Object({
    username: Type.Optional(Type.String()),
    email: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    rootRole: CreateUser.properties.rootRole,
    passwordHash: Type.Optional(Type.String()),
    mail: Type.Optional(Type.Boolean()),
  }),
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { rootRole, passwordHash, mail, ...identity }): Promise<NewAccount> {
    const user = await insertUser(tx, {
      ...acceptIdentity(identity),
      rootRole: await requireRootRole(tx, rootRole),
      passwordHash: passwordHash ?? null,
    })
    if (!user) throw invalid('An account with this user name or email address already exists.', 'email')
    if (passwordHash) await rememberPassword(tx, user.id, passwordHash)
    tx.record(userCreated(user))
    const emailSent = Boolean(mail && user.email)
    if (emailSent) tx.send(LINK_MAIL, { kind: 'welcome', userId: user.id } satisfies LinkMail)
    return { user, link: await createLink(tx, user.id), emailSent }
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
    await refuseManaged(tx, before)
    const identity = acceptIdentity({
      username: before.username ?? undefined,
      email: input.email ?? before.email,
      name: input.name ?? before.name ?? undefined,
    })
    const rootRole =
      input.rootRole === undefined ? before.rootRole : await requireRootRole(tx, input.rootRole)
    if (before.rootRole === ADMIN_ROLE && rootRole !== ADMIN_ROLE) refuseLastAdmin(await lockAdmins(tx), [id])
    const user = await replaceUser(tx, id, { ...identity, rootRole })
    if (!user) throw invalid('Another account has this email address.', 'email')
    // End all sessions when the role changes, in case one was stolen before.
    if (user.rootRole !== before.rootRole) await removeSessionsOf(tx, [id])
    await endLinksTo(tx, before, user)
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
    await refuseManaged(tx, user)
    await endAccount(tx, id)
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
