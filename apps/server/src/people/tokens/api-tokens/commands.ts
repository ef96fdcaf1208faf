import { Nullable } from '@flagstaff/contract/schema'
import { type ApiToken, CreateApiToken, CreateProjectApiToken } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { invalid, notFound } from '../../../platform/errors.ts'
import { sees } from '../../../platform/write/actor.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { keepCopy } from '../copies/copies.ts'
import { markerOf, type Reach, reachOf, type TokenType, typeOf } from '../rules.ts'
import { digestOf, newSecret } from '../secrets.ts'
import {
  apiTokenCreated,
  apiTokenDeleted,
  apiTokenUpdated,
  cdnTokenCreated,
  type StoredToken,
} from './events.ts'
import { requireType } from './permissions.ts'
import {
  countApiTokens,
  insertApiToken,
  lockApiToken,
  lockEnvironment,
  lockProjects,
  moveExpiry,
  removeApiToken,
} from './queries.ts'

// `token` is a key (see secrets.ts), never the secret, since inputs of commands are stored.
const TokenKey = Type.Object({ token: Type.String() })
export const limit = {
  name: 'apiTokens' as const,
  resource: 'API tokens',
  count: (tx: Tx) => countApiTokens(tx.read),
}

export const createApiToken = command({
  name: 'api-token.create',
  input: CreateApiToken,
  permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
  scope: () => ({}),
  limit,
  run(tx, input) {
    requireType(tx.caller, 'CREATE', typeOf(input.type))
    return issue(tx, input, reachOf(input))
  },
  inverse: (_input, token): Order => deleteApiToken.with({ token: token.id ?? '' }),
})

export const updateApiToken = command({
  name: 'api-token.update',
  input: Type.Object({ token: Type.String(), expiresAt: Nullable(Type.String({ format: 'date-time' })) }),
  permission: ['ADMIN', 'UPDATE_CLIENT_API_TOKEN', 'UPDATE_FRONTEND_API_TOKEN'],
  scope: () => ({}),
  async load(tx, { token: key }) {
    const token = await lockVisible(tx, key)
    if (!token) throw notFound('token', key)
    return token
  },
  async run(tx, { expiresAt }, before) {
    requireType(tx.caller, 'UPDATE', stored(before.type))
    await moveExpiry(tx, before.id, expiresAt)
    const moved = expiresAt === null ? null : new Date(expiresAt).toISOString()
    tx.record(apiTokenUpdated(before, { ...before, expiresAt: moved }))
  },
  inverse: (_input, _result, before): Order =>
    updateApiToken.with({ token: before.id, expiresAt: before.expiresAt ?? null }),
})

/** Deleting a missing token succeeds, so that clients can retry. */
export const deleteApiToken = command({
  name: 'api-token.delete',
  input: TokenKey,
  permission: ['ADMIN', 'DELETE_CLIENT_API_TOKEN', 'DELETE_FRONTEND_API_TOKEN'],
  scope: () => ({}),
  load: (tx, { token: key }) => lockVisible(tx, key),
  async run(tx, _input, token) {
    if (!token) return
    requireType(tx.caller, 'DELETE', stored(token.type))
    await revoke(tx, token)
  },
})

export const createProjectApiToken = command({
  name: 'api-token.create-in-project',
  input: Type.Interface([CreateProjectApiToken], { project: Type.String() }),
  permission: 'CREATE_PROJECT_API_TOKEN',
  scope: ({ project }) => ({ project }),
  limit,
  run: (tx, { project, ...input }) => issue(tx, input, reachOf({ project })),
  inverse: ({ project }, token): Order => deleteProjectApiToken.with({ project, token: token.id ?? '' }),
})

export const deleteProjectApiToken = command({
  name: 'api-token.delete-in-project',
  input: Type.Object({ project: Type.String(), token: Type.String() }),
  permission: 'DELETE_PROJECT_API_TOKEN',
  scope: ({ project }) => ({ project }),
  async load(tx, { project, token: key }) {
    const token = await lockApiToken(tx, key, project)
    if (!token) throw notFound('project token', key)
    return token
  },
  async run(tx, _input, token) {
    if (token.projects.length > 1) {
      throw invalid(
        'This token also gives access to other projects. Delete it in the API tokens of the instance.',
      )
    }
    await revoke(tx, token)
  },
})

/** CDN tokens are listed separately and have their own event type. */
export async function issue(
  tx: Tx,
  input: CreateProjectApiToken,
  reach: Reach,
  purpose?: 'cdn',
): Promise<ApiToken> {
  const { environment = 'development' } = input
  const name = requireName(input.tokenName, 'tokenName')
  await requireScope(tx, reach, environment)
  const { secret, selector, masked } = newSecret(`${markerOf(reach)}:${environment}.`)
  const token = await insertApiToken(tx, {
    id: selector,
    digest: digestOf(secret),
    masked,
    name,
    type: typeOf(input.type),
    environment,
    expiresAt: input.expiresAt ?? null,
    ...reach,
    cdn: purpose === 'cdn',
  })
  if (!token) throw new Error('a random secret was issued twice')
  if (purpose !== 'cdn') await keepCopy(tx, token.id, secret)
  tx.record(purpose === 'cdn' ? cdnTokenCreated(token) : apiTokenCreated(token))
  const { digest: _digest, cdn: _cdn, ...answer } = token
  return { ...answer, type: namedBackend(input.type) ? 'backend' : answer.type, secret }
}

/** This one response has the type as it was sent, as Unleash's does; lists say `client`. */
const namedBackend = (type: string) => type.toLowerCase() === 'backend'

export function requireName(name: string, field: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw invalid('A token needs a name.', field)
  return trimmed
}

/** Locks the projects and the environment until the commit, and throws if one is missing or hidden from the caller. */
export async function requireScope(tx: Tx, { projects }: Reach, environment: string) {
  const found = await lockProjects(tx, projects)
  const missing = projects.find((project) => !found.has(project) || !sees(tx.caller.viewer, project))
  if (missing !== undefined) throw invalid(`The project ${missing} does not exist.`, 'projects')
  if (await lockEnvironment(tx, environment)) return
  throw invalid(`The environment ${environment} does not exist.`, 'environment')
}

/** Clients of other servers send a chosen secret; ignoring it would leave them with a token they do not know. */
export function refuseSecret(body: object) {
  if (!('secret' in body) || !body.secret) return
  throw invalid(
    'The server generates the secret of a new token. To import a token with its secret, use POST /api/admin/api-tokens/adopt.',
    'secret',
  )
}

async function revoke(tx: Tx, token: StoredToken) {
  await removeApiToken(tx, token.id)
  tx.record(apiTokenDeleted(token))
}

export async function lockVisible(tx: Tx, key: string): Promise<StoredToken | undefined> {
  const token = await lockApiToken(tx, key)
  const visible = token?.project === '*' || token?.projects.some((project) => sees(tx.caller.viewer, project))
  return visible || token?.projects.length === 0 ? token : undefined
}

export const stored = (type: ApiToken['type']): TokenType => (type === 'client' ? 'backend' : type)
