import { hashOf, signatureOf } from '../../src/people/tokens/edge/signature.ts'
import type { Env, Prepare } from './prepare.ts'

const SECRET = 'c2VjcmV0IHNoYXJlZCB3aXRoIGVkZ2Vz'
export const env: Env = { EDGE_CLIENT_SECRET: SECRET }

export const prepare: Prepare = async ({ as }) => {
  const made = async (path: string, tokenName: string): Promise<string> =>
    (await as.admin.post(path, { tokenName, type: 'backend' })).body.id
  const [all, project] = ['/api/admin/api-tokens', '/api/admin/projects/default/api-tokens']
  const pat = { description: 'Old script', expiresAt: '2038-01-01T00:00:00Z' }
  const timestamp = new Date().toISOString()
  const bodyHash = hashOf(Buffer.from('{"tokens":[{"environment":"development","projects":["*"]}]}'))
  const signature = signatureOf(SECRET, { timestamp, nonce: '5f2b8c1d9e7a4360b1c2d3e4f5a60718', bodyHash })
  return {
    replace: {
      'HMAC enterprise-edge:EDGE-SIGNATURE': `HMAC enterprise-edge:${signature}`,
      'EDGE-TIMESTAMP': timestamp,
      'EDGE-BODY-HASH': bodyHash,
      kZ1dQ9m0Yh3bC5xW7vT2Ag: await made(all, 'checkout-service'),
      pR4sJ8u2Lf6nE0wK5yB7Dq: await made(all, 'old-service'),
      hV3xM1c9Ti7oG2aS6zN4Wu: await made(project, 'cart-service'),
      bY8eF5k0Pj2rX9tH3dQ6Lm: await made(project, 'old-cart-service'),
      12: (await as.admin.post('/api/admin/user/tokens', pat)).body.id,
    },
  }
}
