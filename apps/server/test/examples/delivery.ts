import { patiently } from '../patience.ts'
import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ app, as, actors }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'new-checkout' })
  await as.admin.post(`${features}/new-checkout/environments/development/on`)
  await app.delivery.caughtUp(undefined, patiently.timeout)
  const backend = { authorization: actors.backendToken.token }
  const frontend = { authorization: actors.frontendToken.token }
  return {
    replace: { '*:development.5d1f0c9e7a3b4826': actors.backendToken.token },
    headers: {
      'backend token': backend,
      'SDK token': backend,
      'frontend token': frontend,
      connect: frontend,
    },
  }
}
