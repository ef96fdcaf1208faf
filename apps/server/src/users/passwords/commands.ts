import Type from 'typebox'
import { type KnownUser, removeSessionsOf } from '../../auth/index.ts'
import { command } from '../../platform/commands.ts'
import { AppError } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { accountOf } from '../../tokens/index.ts'
import { lockExisting } from '../accounts.ts'
import { passwordChanged, passwordLinkCreated, userCreated } from '../events.ts'
import { ADMIN_ROLE, insertUser, isAnybodyThere } from '../queries.ts'
import { createLink } from './links.ts'
import { findLink, rememberPassword, removeLinksOf, replacePassword, useLink } from './queries.ts'

// Commands take hashes: what they are given may be kept.

export const setPassword = command({
  name: 'password.set',
  input: Type.Object({ id: Type.Integer(), hash: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  run: (tx, { hash }, user) => replace(tx, user, hash),
})

/** By the owner, whose present session (given by its digest) goes on. */
export const changeOwnPassword = command({
  name: 'password.change-own',
  input: Type.Object({ hash: Type.String(), session: Type.Optional(Type.String()) }),
  permission: 'authenticated',
  scope: () => ({}),
  load: (tx) => lockExisting(tx, accountOf(tx.caller)),
  run: (tx, { hash, session }, user) => replace(tx, user, hash, session),
})

/** Gives the secret of a link by which the owner chooses a new password. Until then the old one works. */
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

/** By whoever holds a link: works once. The link of the first start makes the first administrator. */
export const choosePassword = command({
  name: 'password.choose',
  input: Type.Object({ link: Type.String(), hash: Type.String(), adminName: Type.String() }),
  permission: 'authenticated',
  scope: () => ({}),
  allowedWhen: ['maintenance'],
  async run(tx, { link, hash, adminName }) {
    const digest = Buffer.from(link, 'hex')
    if (!(await useLink(tx, digest))) throw new AppError('usedLink')
    const owner = await findLink(tx.read, digest)
    if (owner?.userId) await replace(tx, await lockExisting(tx, owner.userId), hash)
    else if (!(await createFirstAdmin(tx, adminName, hash))) throw new AppError('usedLink')
  },
})

/** False when somebody else was faster. */
export async function createFirstAdmin(tx: Tx, name: string, hash: string): Promise<boolean> {
  const user = (await isAnybodyThere(tx.read))
    ? undefined
    : await insertUser(tx, { username: name, rootRole: ADMIN_ROLE, passwordHash: hash })
  if (!user) return false
  await rememberPassword(tx, user.id, hash)
  tx.record(userCreated(user))
  return true
}

async function replace(tx: Tx, user: KnownUser, hash: string, session?: string): Promise<void> {
  await replacePassword(tx, user.id, hash)
  await rememberPassword(tx, user.id, hash)
  await removeSessionsOf(tx, [user.id], session === undefined ? undefined : Buffer.from(session, 'hex'))
  await removeLinksOf(tx.db, user.id)
  tx.record(passwordChanged(user))
}
