import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/environments', { name: 'staging', type: 'test' })
  await as.admin.post('/api/admin/environments', { name: 'preview', type: 'test' })
  await as.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })
  return {}
}
