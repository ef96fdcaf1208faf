import Type from 'typebox'
import { AppError, nameTaken } from '../../../platform/errors.ts'
import { system } from '../../../platform/write/actor.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { type KnownUser, removeSessionsOf } from '../../auth/index.ts'
import { removeGrantsOf } from '../../device/index.ts'
import { accountOf, removePersonalTokensOf } from '../../tokens/index.ts'
import { lockExisting } from '../accounts.ts'
import { passwordChanged, passwordLinkCreated, userCreated } from '../events.ts'
import { ADMIN_ROLE, hasAdmin, insertUser } from '../queries.ts'
import { acceptIdentity, type Identity } from '../rules.ts'
import { createLink } from './links.ts'
import { findLink, rememberPassword, removeLinksOf, replacePassword, useLink } from './queries.ts'

const text = Type.Optional(Type.String())
const identity = { username: text, email: text, name: text }

// Commands take hashes, since their inputs can be stored.

export const setPassword = command({
  name: 'password.set',
  input: Type.Object({ id: Type.Integer(), hash: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  run: (tx, { id, hash }, user) => replace(tx, user, hash, { deleteTokens: tx.actor.id !== id }),
})

/** Changes the caller's own password. The current session (given by its digest) stays valid. */
export const changeOwnPassword = command({
  name: 'password.change-own',
  input: Type.Object({
    hash: Type.String(),
    session: Type.Optional(Type.String()),
    deleteTokens: Type.Optional(Type.Boolean()),
  }),
  permission: 'authenticated',
  scope: () => ({}),
  load: (tx) => lockExisting(tx, accountOf(tx.caller)),
  run: (tx, { hash, ...choice }, user) => replace(tx, user, hash, choice),
})

/** Returns the secret of a password reset link. The old password works until a new one is chosen. */
export const createResetLink = command({
  name: 'password.create-link',
  input: Type.Object({ id: Type.Integer() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id }, user) {
    tx.record(passwordLinkCreated(user))
    return createLink(tx, id)
  },
})

/** Sets a password through a link, once. The setup link creates the first administrator. */
export const choosePassword = command({
  name: 'password.choose',
  input: Type.Object({ link: Type.String(), hash: Type.String(), admin: Type.Object(identity) }),
  permission: 'authenticated',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, { link, hash, admin }) {
    const digest = Buffer.from(link, 'hex')
    if (!(await useLink(tx, digest))) throw new AppError('usedLink')
    const owner = await findLink(tx.read, digest)
    if (owner?.userId) {
      // An administrator resets a password that others may know. People who forgot theirs keep their tokens.
      const deleteTokens = owner.createdBy !== system.actor.name
      await replace(tx, await lockExisting(tx, owner.userId), hash, { deleteTokens })
      return owner.userId
    }
    if (await hasAdmin(tx.read)) throw new AppError('usedLink')
    const user = await createFirstAdmin(tx, admin, hash)
    if (!user) throw nameTaken('account', [admin.username, admin.email].filter(Boolean).join(' / '))
    return user.id
  },
})

/** Undefined if the name is taken or another request was faster. */
export async function createFirstAdmin(tx: Tx, admin: Identity, hash: string) {
  const user = (await hasAdmin(tx.read))
    ? undefined
    : await insertUser(tx, { ...acceptIdentity(admin), rootRole: ADMIN_ROLE, passwordHash: hash })
  if (!user) return undefined
  await rememberPassword(tx, user.id, hash)
  await removeLinksOf(tx.db, null)
  tx.record(userCreated(user))
  return user
}

type Choice = {
  /** The digest of the session that stays. */
  session?: string | undefined
  deleteTokens?: boolean | undefined
}

async function replace(tx: Tx, user: KnownUser, hash: string, { session, deleteTokens = false }: Choice) {
  await replacePassword(tx, user.id, hash)
  await rememberPassword(tx, user.id, hash)
  await removeSessionsOf(tx, [user.id], session === undefined ? undefined : Buffer.from(session, 'hex'))
  if (deleteTokens) await removePersonalTokensOf(tx, [user.id])
  await removeGrantsOf(tx, [user.id])
  await removeLinksOf(tx.db, user.id)
  tx.record(passwordChanged(user, deleteTokens))
}
