import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/segments', { name: 'beta', constraints: [] })
  return {}
}
