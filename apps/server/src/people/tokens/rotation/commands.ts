import { Nullable } from '@flagstaff/contract/schema'
import { type ApiToken, RotateApiToken } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { invalid, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import {
  deleteApiToken,
  deleteProjectApiToken,
  limit,
  lockVisible,
  stored,
  updateApiToken,
} from '../api-tokens/commands.ts'
import { apiTokenCreated, apiTokenUpdated, type StoredToken } from '../api-tokens/events.ts'
import { requireType } from '../api-tokens/permissions.ts'
import { insertApiToken, lockApiToken, moveExpiry } from '../api-tokens/queries.ts'
import { keepCopy } from '../copies/copies.ts'
import { digestOf, newSecret } from '../secrets.ts'
import { successorOf } from './rules.ts'

/** Creates a new secret with the same access; the old one stays valid for the overlap, until clients are updated. */
export const rotateApiToken = command({
  name: 'api-token.rotate',
  input: Type.Interface([RotateApiToken], { token: Type.String() }),
  permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
  scope: () => ({}),
  limit,
  async load(tx, { token: key }) {
    const token = await lockVisible(tx, key)
    if (!token) throw notFound('token', key)
    return token
  },
  run(tx, input, before) {
    requireType(tx.caller, 'CREATE', stored(before.type))
    requireType(tx.caller, 'UPDATE', stored(before.type))
    return rotate(tx, before, input.overlapHours)
  },
  inverse: (_input, token, before): Order[] => [
    deleteApiToken.with({ token: token.id ?? '' }),
    updateApiToken.with({ token: before.id, expiresAt: before.expiresAt ?? null }),
  ],
})

export const rotateProjectApiToken = command({
  name: 'api-token.rotate-in-project',
  input: Type.Interface([RotateApiToken], { project: Type.String(), token: Type.String() }),
  permission: 'CREATE_PROJECT_API_TOKEN',
  scope: ({ project }) => ({ project }),
  limit,
  async load(tx, { project, token: key }) {
    const token = await lockApiToken(tx, key, project)
    if (!token) throw notFound('project token', key)
    return token
  },
  run(tx, { overlapHours }, before) {
    if (before.projects.length > 1) {
      throw invalid(
        'This token also gives access to other projects. Rotate it in the API tokens of the instance.',
      )
    }
    return rotate(tx, before, overlapHours)
  },
  inverse: ({ project }, token, before): Order[] => [
    deleteProjectApiToken.with({ project, token: token.id ?? '' }),
    restoreExpiry.with({ project, token: before.id, expiresAt: before.expiresAt ?? null }),
  ],
})

/** Only undo executes it: members of a project cannot change when its tokens expire. */
const restoreExpiry = command({
  name: 'api-token.restore-expiry-in-project',
  input: Type.Object({
    project: Type.String(),
    token: Type.String(),
    expiresAt: Nullable(Type.String({ format: 'date-time' })),
  }),
  permission: 'CREATE_PROJECT_API_TOKEN',
  scope: ({ project }) => ({ project }),
  async load(tx, { project, token: key }) {
    const token = await lockApiToken(tx, key, project)
    if (!token) throw notFound('project token', key)
    return token
  },
  async run(tx, { expiresAt }, before) {
    await moveExpiry(tx, before.id, expiresAt)
    tx.record(apiTokenUpdated(before, { ...before, expiresAt }))
  },
})

async function rotate(tx: Tx, before: StoredToken, overlapHours: number | undefined): Promise<ApiToken> {
  const now = new Date()
  const { expiresAt, formerEnd } = successorOf(before, overlapHours, now)
  const allProjects = before.project === '*'
  const { secret, selector, masked } = newSecret(`${before.project}:${before.environment}.`)
  const token = await insertApiToken(tx, {
    id: selector,
    digest: digestOf(secret),
    masked,
    name: before.tokenName,
    type: stored(before.type),
    environment: before.environment ?? '*',
    allProjects,
    projects: allProjects ? [] : before.projects,
    expiresAt,
    cdn: before.cdn,
  })
  if (!token) throw new Error('a random secret was issued twice')
  await keepCopy(tx, token.id, secret)
  await moveExpiry(tx, before.id, formerEnd)
  tx.record(apiTokenCreated(token))
  tx.record(apiTokenUpdated(before, { ...before, expiresAt: formerEnd }))
  const { digest: _digest, cdn: _cdn, ...answer } = token
  return { ...answer, secret }
}
