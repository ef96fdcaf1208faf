import { Nullable } from '@flagstaff/contract/schema'
import type { ApiToken } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { AppError } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import { deleteApiToken, limit, requireName, requireScope } from '../api-tokens/commands.ts'
import { apiTokenCreated } from '../api-tokens/events.ts'
import { requireType } from '../api-tokens/permissions.ts'
import { insertApiToken } from '../api-tokens/queries.ts'

/** Adopts a token that was created on another server, so that clients can keep it. Only its digest is passed in. */
export const adoptApiToken = command({
  name: 'api-token.adopt',
  input: Type.Object({
    id: Type.String(),
    digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    masked: Type.String(),
    name: Type.String(),
    type: Type.Enum(['backend', 'frontend']),
    environment: Type.String(),
    reach: Type.Object({ allProjects: Type.Boolean(), projects: Type.Array(Type.String()) }),
    expiresAt: Nullable(Type.String({ format: 'date-time' })),
  }),
  permission: ['ADMIN', 'CREATE_CLIENT_API_TOKEN', 'CREATE_FRONTEND_API_TOKEN'],
  scope: () => ({}),
  limit,
  async run(tx, { reach, digest, ...input }): Promise<ApiToken> {
    requireType(tx.caller, 'CREATE', input.type)
    const name = requireName(input.name, 'name')
    await requireScope(tx, reach, input.environment)
    const token = await insertApiToken(tx, { ...input, ...reach, name, digest: Buffer.from(digest, 'hex') })
    if (!token) throw new AppError('conflict', { reason: 'This token already exists.' })
    tx.record(apiTokenCreated(token))
    const { digest: _digest, cdn: _cdn, ...answer } = token
    return answer
  },
  inverse: (_input, token): Order => deleteApiToken.with({ token: token.id ?? '' }),
})
