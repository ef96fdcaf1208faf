import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const project = '/api/admin/projects/default'
  const parameters = [{ name: 'plans', type: 'list' }]
  await as.admin.post('/api/admin/strategies', { name: 'byPlan', parameters })
  await as.admin.post('/api/admin/strategies', { name: 'byRegion', parameters: [] })
  await as.admin.post(`${project}/features`, { name: 'new-checkout' })
  const rule = { name: 'byPlan', parameters: { plans: 'team,business' } }
  await as.admin.post(`${project}/features/new-checkout/environments/development/strategies`, rule)
  return {}
}
