import { CreatePat, type Pat } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import type { Caller } from '../../platform/actor.ts'
import { command, type Order } from '../../platform/commands.ts'
import { AppError, forbidden, invalid, nameTaken, notFound } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { digestOf, newSecret } from '../secrets.ts'
import { personalTokenCreated, personalTokenDeleted } from './events.ts'
import { countPersonalTokens, insertPersonalToken, removePersonalToken } from './queries.ts'

const MOST_TOKENS = 10

export const PERSONAL_TOKENS_OFF =
  'Personal tokens are turned off on this server. Ask an administrator for a service account.'

export const createPersonalToken = command({
  name: 'personal-token.create',
  input: CreatePat,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, input) {
    const token = await issueToken(tx, accountOf(tx.caller), input)
    tx.record(personalTokenCreated(token))
    return token
  },
  inverse: (_input, { id }): Order => deletePersonalToken.with({ id }),
})

/** A new token of an account, with its secret. Whoever asks for it records it. */
export async function issueToken(tx: Tx, userId: number, input: CreatePat): Promise<Pat> {
  const description = input.description.trim()
  if (description === '') throw invalid('Say what the token is for.', 'description')
  if (new Date(input.expiresAt) <= new Date()) {
    throw invalid('The token would be expired already. Choose a later time.', 'expiresAt')
  }
  if ((await countPersonalTokens(tx, userId)) >= MOST_TOKENS) {
    throw new AppError('denied', {
      reason: `There are ${MOST_TOKENS} tokens, as many as an account may have. Delete one first.`,
    })
  }
  const { secret } = newSecret('user:')
  const digest = digestOf(secret)
  const token = await insertPersonalToken(tx, { userId, description, digest, expiresAt: input.expiresAt })
  if (!token) throw nameTaken('token', description)
  return { ...token, secret }
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

/** Admin tokens belong to nobody, so nothing personal belongs to them. */
export function accountOf({ actor }: Caller): number {
  if (actor.type === 'user' || actor.type === 'service-account') return actor.id
  throw forbidden('An admin token has no account of its own. Sign in, or use a personal token.')
}
