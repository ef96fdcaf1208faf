import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'new-checkout' })
  const { body } = await as.admin.get('/api/admin/events/new-checkout')
  await as.admin.post(`${features}/new-checkout/environments/development/on`)
  return { replace: { 1842: body.events[0].id } }
}
