import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const project = '/api/admin/projects/default'
  const legal = (...values: string[]) => values.map((value) => ({ value }))
  await as.admin.post('/api/admin/context', { name: 'plan', legalValues: legal('free', 'team') })
  await as.admin.post('/api/admin/context', { name: 'language' })
  await as.admin.post(`${project}/context`, { name: 'shop', legalValues: legal('berlin', 'paris') })
  await as.admin.post(`${project}/context`, { name: 'till' })
  await as.admin.post(`${project}/features`, { name: 'new-checkout' })
  await as.admin.post(`${project}/features/new-checkout/environments/development/strategies`, {
    name: 'default',
    constraints: [
      { contextName: 'plan', operator: 'IN', values: ['team'] },
      { contextName: 'shop', operator: 'IN', values: ['berlin'] },
    ],
  })
  return {}
}
