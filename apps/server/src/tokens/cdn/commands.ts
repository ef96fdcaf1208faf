import { CdnApiToken } from '@flagstaff/contract/tokens'
import { command } from '../../platform/commands.ts'
import { issue, limit } from '../api-tokens/commands.ts'
import { reachOf } from '../rules.ts'

/**
 * A frontend token for delivery that somebody else hosts. The wire gives no secret for it: whoever needs one rotates
 * the token, which shows the new secret once.
 */
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
