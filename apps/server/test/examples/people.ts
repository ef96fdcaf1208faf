import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'new-checkout' })
  await as.admin.post(`${features}/new-checkout/comments`, { text: 'Ready for 10 %.' })
  return {}
}
