import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, actors }) => {
  const features = '/api/admin/projects/default/features'
  const propose = { headers: { prefer: 'propose' } }
  await as.admin.post(features, { name: 'example' })
  const { body } = await as.admin.post(`${features}/example/environments/production/on`, undefined, propose)
  const state = (id: number, to: string) =>
    as.admin.put(`/api/admin/projects/default/change-requests/${id}/state`, { state: to })
  await as.admin.post(features, { name: 'applied' })
  const applied = await as.admin.post(`${features}/applied/environments/development/on`, undefined, propose)
  await state(applied.body.id, 'In review')
  await state(applied.body.id, 'Applied')
  const other = await as.admin.post(`${features}/example/environments/development/on`, undefined, propose)
  const [change] = body.features[0].changes
  return {
    replace: {
      1: body.id,
      2: change.id,
      3: actors.viewer.id,
      4: actors.owner.id,
      5: other.body.id,
      6: applied.body.id,
    },
  }
}
