import { actionsOperations } from '@flagstaff/contract/operations/actions'
import type { Prepare } from './prepare.ts'

/** An endpoint, a service account, a flag and the set of the example. */
export const prepare: Prepare = async ({ as }) => {
  const { body: endpoint } = await as.admin.post('/api/admin/signal-endpoints', { name: 'grafana' })
  const { body: account } = await as.admin.post('/api/admin/service-account', {
    name: 'Actions',
    username: 'actions',
    rootRole: 2,
  })
  await as.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })
  const { body } = actionsOperations['POST /api/admin/projects/:projectId/actions'].example
  await as.admin.post('/api/admin/projects/default/actions', {
    ...body,
    name: 'First',
    actorId: account.id,
    match: { ...body.match, sourceId: endpoint.id },
  })
  return { replace: { 2: account.id } }
}
