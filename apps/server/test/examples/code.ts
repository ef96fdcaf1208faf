import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as }) => {
  await as.admin.post('/api/admin/projects/default/features', { name: 'new-checkout' })
  const { body } = await as.admin.post('/api/admin/code/plan', {
    owner: 'shop/checkout',
    config: { default: {} },
    flags: [{ project: 'default', path: 'a.yaml', content: { flag: 'new-checkout', description: 'x' } }],
  })
  return { replace: { '01JCQ7Z5K3M9X2V4B6N8P0R1T3': body.id } }
}
