import Type from 'typebox'
import { command } from '../../../platform/write/commands.ts'
import { limit, requireScope } from '../api-tokens/commands.ts'
import { apiTokenCreated } from '../api-tokens/events.ts'
import { insertApiToken } from '../api-tokens/queries.ts'
import { reachOf } from '../rules.ts'
import { raiseGrant } from './queries.ts'

/** Stores the digest of a token that was derived for an edge. The input has no secret, since inputs are stored. */
export const issueToEdge = command({
  name: 'api-token.issue-to-edge',
  input: Type.Object({
    scope: Type.String(),
    client: Type.String(),
    generation: Type.Integer({ minimum: 1 }),
    id: Type.String(),
    digest: Type.String(),
    masked: Type.String(),
    environment: Type.String(),
    projects: Type.Array(Type.String()),
  }),
  permission: 'ADMIN',
  scope: () => ({}),
  limit,
  async run(tx, { scope, client, generation, id, digest, masked, environment, projects }) {
    const reach = reachOf({ projects })
    await requireScope(tx, reach, environment)
    await raiseGrant(tx, { scope, generation, tokenId: id })
    const token = await insertApiToken(tx, {
      id,
      digest: Buffer.from(digest, 'hex'),
      masked,
      name: `Issued to ${client}`,
      type: 'backend',
      environment,
      expiresAt: null,
      ...reach,
    })
    // Another process was faster.
    if (token) tx.record(apiTokenCreated(token))
  },
})
