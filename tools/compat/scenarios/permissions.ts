import { operations } from '../operations.ts'
import { scenario } from '../player.ts'

const values = {
  featureName: 'first',
  child: 'first',
  parent: 'first',
  name: 'default',
  strategyName: 'default',
  strategyId: 'nosuch',
  linkId: 'nosuch',
  contextField: 'userId',
  legalValue: 'nosuch',
  id: '99999',
  token: 'nosuch',
  type: 'simple',
  value: 'nosuch',
  appName: 'nosuch',
  template: 'reset-password',
}
/** Operations that crash the reference. */
const deadly = new Set(['updateSegment', 'removeSegment'])
const open = new Set(['public', 'NONE', 'session', 'backend token', 'frontend token'])

/** Every operation of the admin API without credentials, and without the permission it needs. */
export const permissions = scenario('permissions', async ({ call }) => {
  for (const { id, method, permission } of operations) {
    if (open.has(permission)) continue
    const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
    await call(id, { path: values, ...body, as: 'nobody' })
    if (permission === 'authenticated' || deadly.has(id)) continue
    await call(id, { path: values, ...body, as: 'viewer' })
  }
})
