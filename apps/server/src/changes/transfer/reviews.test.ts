import { expect, test } from 'vitest'
import { testApp } from '../../../test/kit.ts'

const { as } = await testApp()
const home = '/api/admin/projects/default'
const data = {
  features: [{ name: 'arriving' }],
  featureStrategies: [{ name: 'flexibleRollout', featureName: 'arriving', parameters: { rollout: '100' } }],
  featureEnvironments: [{ name: 'arriving', enabled: true }],
  tagTypes: [],
}
const validate = async (who: typeof as.admin, environment: string) => {
  const { body } = await who.post('/api/admin/features-batch/validate', {
    project: 'default',
    environment,
    data,
  })
  return { permissions: body.permissions, warnings: body.warnings }
}

test('validation says where an import needs a review, and what to do instead', async () => {
  expect(await validate(as.owner, 'production')).toEqual({ permissions: [], warnings: [] })
  await as.admin.put(`${home}/environments/production/change-requests/config`, {
    changeRequestsEnabled: true,
  })
  expect((await validate(as.owner, 'production')).permissions).toEqual([
    { message: expect.stringContaining('promote the flags'), affectedItems: ['production'] },
  ])
  expect(await validate(as.owner, 'development')).toEqual({ permissions: [], warnings: [] })
  const { permissions, warnings } = await validate(as.admin, 'production')
  expect(permissions).toEqual([])
  expect(warnings).toEqual([
    { message: expect.stringContaining('need a review'), affectedItems: ['production'] },
  ])
  const refused = await as.owner.post('/api/admin/features-batch/import', {
    project: 'default',
    environment: 'production',
    data,
  })
  expect([refused.status, refused.body.code]).toEqual([403, 'protected'])
})
