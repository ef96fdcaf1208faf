import { CdnApiToken } from '@flagstaff/contract/tokens'
import { command } from '../../../platform/write/commands.ts'
import { issue, limit } from '../api-tokens/commands.ts'
import { reachOf } from '../rules.ts'

/** A frontend token for an external CDN. The wire format returns no secret for it; rotating it returns one once. */
export const createCdnToken = command({
  name: 'api-token.create-for-cdn',
  input: CdnApiToken,
  permission: 'ADMIN',
  scope: () => ({}),
  limit,
  async run(tx, { tokenName, environment, project = '*', expiresAt }) {
    const token = { tokenName, environment, type: 'frontend', ...(expiresAt ? { expiresAt } : {}) }
    await issue(tx, token, reachOf({ project }), 'cdn')
  },
})
