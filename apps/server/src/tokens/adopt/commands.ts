import { Nullable } from '@flagstaff/contract/schema'
import type { ApiToken } from '@flagstaff/contract/tokens'
import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { AppError } from '../../platform/errors.ts'
import { deleteApiToken, limit, requireName, requireScope } from '../api-tokens/commands.ts'
import { apiTokenCreated } from '../api-tokens/events.ts'
import { requireType } from '../api-tokens/permissions.ts'
import { insertApiToken } from '../api-tokens/queries.ts'

/** Takes over a token that was created elsewhere, so that its holders keep it. Only its digest comes this far. */
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
