import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'new-checkout' })
  await as.admin.post(`${features}/new-checkout/environments/development/on`)
  const { body } = await as.admin.post(`${features}/new-checkout/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  return { replace: { 1: body.id } }
}
