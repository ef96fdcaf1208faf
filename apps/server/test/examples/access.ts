import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, actors }) => {
  const project = '/api/admin/projects/default'
  const group = async (name: string): Promise<number> =>
    (await as.admin.post('/api/admin/groups', { name })).body.id
  const role = async (name: string): Promise<number> =>
    (await as.admin.post('/api/admin/roles', { name, type: 'custom' })).body.roles.id
  const used = await group('Checkout')
  await as.admin.post(`${project}/access`, { roles: [5], users: [actors.viewer.id], groups: [used] })
  return {
    replace: {
      7: actors.editor.id,
      8: actors.viewer.id,
      21: used,
      22: await group('Unused'),
      31: await role('Operator'),
      32: await role('Unused'),
    },
  }
}
