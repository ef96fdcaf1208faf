import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  const { body } = await as.admin.put('/api/admin/views', { name: 'Experiments', search: 'type=experiment' })
  return { replace: { 1: body.id } }
}
