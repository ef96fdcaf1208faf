import type { Prepare } from './prepare.ts'

const rule = (id: string, sortOrder: number) => ({ id, sortOrder, name: 'flexibleRollout' })

export const prepare: Prepare = async ({ as }) => {
  const shared = await as.admin.post('/api/admin/release-plan-templates', {
    name: 'Prepared',
    milestones: [
      {
        id: '01K0MILESTONE0000000000000',
        name: 'First',
        sortOrder: 0,
        strategies: [rule('01K0STRATEGY00000000000000', 0), rule('01K0STRATEGY00000000000002', 1)],
      },
      { id: '01K0MILESTONE0000000000002', name: 'Second', sortOrder: 1 },
    ],
  })
  const owned = await as.admin.post('/api/admin/projects/default/release-templates', {
    name: 'Of the project',
  })
  return {
    replace: {
      '01K0TEMPLATE00000000000000': shared.body.id,
      '01K0TEMPLATE00000000000002': owned.body.id,
    },
  }
}
