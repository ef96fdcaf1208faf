import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const features = '/api/admin/projects/default/features'
  await as.admin.post(features, { name: 'example' })
  const { body } = await as.admin.post(`${features}/example/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  return { replace: { 1: body.id } }
}
