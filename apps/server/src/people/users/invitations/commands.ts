import { PublicSignupTokenCreate, PublicSignupTokenUpdate } from '@flagstaff/contract/invitations'
import Type from 'typebox'
import { AppError, invalid, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { userCreated } from '../events.ts'
import { rememberPassword } from '../passwords/queries.ts'
import { insertUser, VIEWER_ROLE } from '../queries.ts'
import { acceptIdentity } from '../rules.ts'
import { invitationCreated, invitationUpdated, invitationUsed } from './events.ts'
import {
  holdOpenInvitation,
  type Invitation,
  insertInvitation,
  insertInvited,
  lockInvitation,
  replaceInvitation,
} from './queries.ts'
import { acceptExpiry, invitationDigest, newInvitation } from './rules.ts'

/** Returns the invite link and its secret. */
export const createInvitation = command({
  name: 'invitation.create',
  input: PublicSignupTokenCreate,
  permission: 'ADMIN',
  scope: () => ({}),
  async run(tx, { name, expiresAt }) {
    if (name.trim() === '') throw invalid('Give the link a name.', 'name')
    const { id, secret } = newInvitation()
    const digest = invitationDigest(secret)
    await insertInvitation(tx, { id, digest, name: name.trim(), expiresAt: acceptExpiry(expiresAt) })
    const link = await lockExisting(tx, id)
    tx.record(invitationCreated(link))
    return { link, secret }
  },
  inverse: (_input, { link }): Order => updateInvitation.with({ id: link.id, enabled: false }),
})

export const updateInvitation = command({
  name: 'invitation.update',
  input: Type.Interface([PublicSignupTokenUpdate], { id: Type.String() }),
  permission: 'ADMIN',
  scope: () => ({}),
  load: (tx, { id }) => lockExisting(tx, id),
  async run(tx, { id, enabled, expiresAt }, before) {
    await replaceInvitation(tx, id, {
      enabled: enabled ?? before.enabled,
      expiresAt: expiresAt === undefined ? new Date(before.expiresAt) : acceptExpiry(expiresAt),
    })
    const link = await lockExisting(tx, id)
    tx.record(invitationUpdated(before, link))
    return link
  },
  inverse: ({ id, expiresAt }, _link, before): Order =>
    updateInvitation.with({
      id,
      enabled: before.enabled,
      ...(expiresAt === undefined ? {} : { expiresAt: before.expiresAt }),
    }),
})

/** Signs up with an invite link, always as a viewer. Takes a password hash, since inputs of commands can be stored. */
export const signUp = command({
  name: 'invitation.sign-up',
  input: Type.Object({
    link: Type.String(),
    username: Type.Optional(Type.String()),
    email: Type.String(),
    name: Type.String(),
    hash: Type.String(),
  }),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { link: id, hash, ...identity }) {
    const link = await holdOpenInvitation(tx, id)
    if (!link) throw new AppError('badInvitation')
    const accepted = acceptIdentity(identity)
    if (!accepted.email) throw invalid('Enter an email address.', 'email')
    const user = await insertUser(tx, { ...accepted, rootRole: VIEWER_ROLE, passwordHash: hash })
    if (!user)
      throw new AppError('conflict', {
        reason: 'An account with this email address already exists. Sign in instead.',
      })
    await rememberPassword(tx, user.id, hash)
    await insertInvited(tx, id, user.id)
    tx.record(userCreated(user))
    tx.record(invitationUsed(link, user))
    return user
  },
})

async function lockExisting(tx: Tx, id: string): Promise<Invitation> {
  const link = await lockInvitation(tx, id)
  if (!link) throw notFound('invite link', id)
  return link
}
