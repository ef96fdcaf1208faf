import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/tag-types', { name: 'area' })
  for (const value of ['checkout', 'summer'])
    await as.admin.post('/api/admin/tags', { type: 'simple', value })
  return {}
}
