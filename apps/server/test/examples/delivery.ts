import { signOrder } from '@flagstaff/delivery'
import { ulid } from '../../src/platform/ulid.ts'
import { patiently } from '../patience.ts'
import type { Prepare } from './prepare.ts'

const KEY = 'a key for examples'
export const env = { ENCRYPTION_KEY: KEY }

export const prepare: Prepare = async ({ app, as, actors }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'new-checkout' })
  await as.admin.post(`${features}/new-checkout/environments/development/on`)
  await app.delivery.caughtUp(undefined, patiently.timeout)
  const order = {
    id: ulid(),
    flag: 'new-checkout',
    environment: 'development',
    reason: 'It charges twice',
    at: new Date().toISOString(),
  }
  const backend = { authorization: actors.backendToken.token }
  const frontend = { authorization: actors.frontendToken.token }
  return {
    replace: {
      '*:development.5d1f0c9e7a3b4826': actors.backendToken.token,
      'flagstaff-override.eyJpZCI6IjAxSkMifQ.c2lnbmF0dXJl': signOrder(order, KEY),
    },
    headers: {
      'backend token': backend,
      'SDK token': backend,
      'frontend token': frontend,
      connect: frontend,
    },
  }
}
