import { CreatePat, type Pat } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { AppError, forbidden, invalid, nameTaken, notFound } from '../../../platform/errors.ts'
import type { Caller } from '../../../platform/write/actor.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { digestOf, newSecret } from '../secrets.ts'
import { personalTokenCreated, personalTokenDeleted } from './events.ts'
import {
  countPersonalTokens,
  insertPersonalToken,
  removePersonalToken,
  removePersonalTokenNamed,
} from './queries.ts'

const MOST_TOKENS = 10

export const PERSONAL_TOKENS_OFF =
  'Personal tokens are turned off on this server. Ask an administrator for a service account.'

export const createPersonalToken = command({
  name: 'personal-token.create',
  input: CreatePat,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, input) {
    requireNotLonger(tx.caller, new Date(input.expiresAt))
    const token = await issueToken(tx, accountOf(tx.caller), input)
    tx.record(personalTokenCreated(token))
    return token
  },
  inverse: (_input, { id }): Order => deletePersonalToken.with({ id }),
})

/** Otherwise a stolen token could be kept alive for ever. People who are signed in choose freely. */
export function requireNotLonger({ expiresAt: own }: Caller, expiresAt: Date) {
  if (own === undefined || expiresAt <= own) return
  throw invalid(
    `A token cannot create one that is valid for longer than itself (${own.toISOString()}). Choose an earlier time, or sign in.`,
    'expiresAt',
  )
}

/** Creates a token for an account and returns it with its secret. The calling command records the event. */
export async function issueToken(tx: Tx, userId: number, input: CreatePat): Promise<Pat> {
  const description = input.description.trim()
  if (description === '') throw invalid('Enter a description of the token.', 'description')
  if (new Date(input.expiresAt) <= new Date()) {
    throw invalid('The token would already be expired. Choose a later time.', 'expiresAt')
  }
  if ((await countPersonalTokens(tx, userId)) >= MOST_TOKENS) {
    throw new AppError('denied', {
      reason: `An account can have at most ${MOST_TOKENS} tokens. Delete one first.`,
    })
  }
  const { secret } = newSecret('user:')
  const digest = digestOf(secret)
  const { expiresAt, proposeOnly = false } = input
  const token = await insertPersonalToken(tx, { userId, description, digest, expiresAt, proposeOnly })
  if (!token) throw nameTaken('token', description)
  return { ...token, secret }
}

/** Creates a token in place of the one with the same description, if there is one. */
export async function replaceToken(tx: Tx, userId: number, input: CreatePat): Promise<Pat> {
  const former = await removePersonalTokenNamed(tx, userId, input.description)
  if (former) tx.record(personalTokenDeleted(former))
  const token = await issueToken(tx, userId, input)
  tx.record(personalTokenCreated(token))
  return token
}

export const deletePersonalToken = command({
  name: 'personal-token.delete',
  input: Type.Object({ id: Type.Integer() }),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { id }) {
    const token = await removePersonalToken(tx, accountOf(tx.caller), id)
    if (!token) throw notFound('personal token', id)
    tx.record(personalTokenDeleted(token))
  },
})

/** The account id of the caller. Admin tokens have no account, so they cannot have personal data. */
export function accountOf({ actor }: Caller): number {
  if (actor.type === 'user' || actor.type === 'service-account') return actor.id
  throw forbidden('An admin token has no account. Sign in, or use a personal token.')
}
