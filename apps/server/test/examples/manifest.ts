import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })
  return {}
}
