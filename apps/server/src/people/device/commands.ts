import Type from 'typebox'
import { AppError, forbidden } from '../../platform/errors.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { command } from '../../platform/write/commands.ts'
import { accountOf, replaceToken, requireNotLonger } from '../tokens/index.ts'
import { deviceApproved, deviceDenied } from './events.ts'
import { answerGrant, takeGrant } from './queries.ts'
import { tokenNameFor } from './rules.ts'

// Commands take digests, since their inputs can be stored.
const Digest = Type.Object({ digest: Type.String() })
const bytes = (digest: string) => Buffer.from(digest, 'hex')

export const unknownCode = () => new AppError('deviceCode')

export const approveDevice = command({
  name: 'device.approve',
  input: Digest,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { digest }) {
    const grant = await answerGrant(tx, bytes(digest), { user_id: personOf(tx.caller) })
    if (!grant) throw unknownCode()
    requireNotLonger(tx.caller, expiryOf(grant))
    tx.record(deviceApproved(grant))
  },
})

export const denyDevice = command({
  name: 'device.deny',
  input: Digest,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { digest }) {
    personOf(tx.caller)
    const grant = await answerGrant(tx, bytes(digest), { denied: true })
    if (!grant) throw unknownCode()
    tx.record(deviceDenied(grant))
  },
})

/** Executed for the user who approved the device, when the device asks for its token. */
export const issueDeviceToken = command({
  name: 'device.issue-token',
  input: Digest,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { digest }) {
    const userId = personOf(tx.caller)
    const grant = await takeGrant(tx, bytes(digest), userId)
    if (!grant) return undefined
    const expiresAt = expiryOf(grant).toISOString()
    const { proposeOnly } = grant
    return replaceToken(tx, userId, { description: tokenNameFor(grant), expiresAt, proposeOnly })
  },
})

const expiryOf = ({ days }: { days: number }) => new Date(Date.now() + days * 86_400_000)

/** The account id of a person. Tokens of service accounts are created by administrators. */
export function personOf(caller: Caller): number {
  if (caller.actor.type === 'service-account')
    throw forbidden('A service account cannot approve devices. Sign in as yourself.')
  return accountOf(caller)
}
