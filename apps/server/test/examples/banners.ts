import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const { body } = await as.admin.post('/api/admin/banners', { message: 'Welcome' })
  return { replace: { 1: body.id } }
}
