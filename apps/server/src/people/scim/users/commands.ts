import Type from 'typebox'
import { AppError, notFound } from '../../../platform/errors.ts'
import { ulid } from '../../../platform/ulid.ts'
import { command } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { removeScimMembers } from '../../access/index.ts'
import {
  endAccount,
  endUnconfirmedAccess,
  provisionUser,
  renameUser,
  replaceScimId,
  restoreAccount,
} from '../../users/index.ts'
import type { Operation } from '../protocol/operations.ts'
import { userTakenOver } from './events.ts'
import { nameOf, Profile, patchProfile, usernameOf } from './profile.ts'
import {
  insertProfile,
  listGroupIds,
  lockMatches,
  lockUser,
  removeProfile,
  replaceProfile,
} from './queries.ts'
import { checkRenaming, checkTakeover } from './rules.ts'

const administration = { permission: 'ADMIN', scope: () => ({}) } as const
const ScimId = Type.Object({ id: Type.String() })

/** Takes over an existing account with this user name or email address, unless it is protected. */
export const createScimUser = command({
  ...administration,
  name: 'scim.create-user',
  input: Profile,
  async run(tx, profile) {
    const matches = await lockMatches(tx, [profile.userName, ...(profile.email ? [profile.email] : [])])
    checkTakeover(matches)
    const [match] = matches
    // Nobody has confirmed that an account from an invite link belongs to this person.
    if (match) await endUnconfirmedAccess(tx, match.id)
    const user = match
      ? await renameUser(tx, match.id, identityIn(profile))
      : await provisionUser(tx, { ...identityIn(profile), rootRole: 'Viewer' })
    if (!user || !(await insertProfile(tx, user.id, profile))) throw taken(profile)
    const id = ulid()
    await replaceScimId(tx, user.id, { scimId: id, externalId: profile.externalId })
    if (match) tx.record(userTakenOver(user))
    if (profile.active === false) await endAccount(tx, user.id)
    return { id }
  },
})

export const replaceScimUser = command({
  ...administration,
  name: 'scim.replace-user',
  input: Type.Interface([ScimId], { profile: Profile }),
  load: lockExisting,
  run: (tx, { profile }, before) => change(tx, before, profile),
})

export const patchScimUser = command({
  ...administration,
  name: 'scim.patch-user',
  input: Type.Interface([ScimId], { operations: Type.Unsafe<Operation[]>(Type.Array(Type.Unknown())) }),
  load: lockExisting,
  run: async (tx, { operations }, before) => change(tx, before, await patchProfile(before, operations)),
})

/** Deletes the account and its SCIM id; its events keep its name. */
export const deleteScimUser = command({
  ...administration,
  name: 'scim.delete-user',
  input: ScimId,
  load: lockExisting,
  async run(tx, _input, { userId, active }) {
    for (const groupId of await listGroupIds(tx, userId)) await removeScimMembers(tx, groupId, [userId])
    if (active) await endAccount(tx, userId)
    await replaceScimId(tx, userId, { scimId: null, externalId: null })
    await removeProfile(tx, userId)
  },
})

type Existing = Awaited<ReturnType<typeof lockExisting>>

/** A deactivated account keeps its old name until it is reactivated, since the event log refers to it. */
async function change(tx: Tx, before: Existing, profile: Profile) {
  checkRenaming(before, profile)
  const { userId } = before
  const active = profile.active ?? before.active
  if (!(await replaceProfile(tx, userId, { ...profile, active }))) throw taken(profile)
  await replaceScimId(tx, userId, { scimId: before.id, externalId: profile.externalId })
  if (active && !before.active && !(await restoreAccount(tx, userId))) throw taken(profile)
  if (active || before.active) {
    if (!(await renameUser(tx, userId, identityIn(profile)))) throw taken(profile)
  }
  if (before.active && !active) await endAccount(tx, userId)
}

const identityIn = (profile: Profile) => ({
  username: usernameOf(profile),
  email: profile.email ?? undefined,
  name: nameOf(profile),
})

const taken = ({ userName }: Profile) =>
  new AppError('conflict', { reason: `Another account has the user name or email address of ${userName}.` })

async function lockExisting(tx: Tx, { id }: { id: string }) {
  const user = await lockUser(tx, id)
  if (!user) throw notFound('user', id)
  return user
}
