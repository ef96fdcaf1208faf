import { expect, test } from 'vitest'
import { at, home, openRollouts } from '../../../test/guarded.ts'

const { as, stepOf, rolloutOf } = await openRollouts()

test('a signal cannot raise a rollout during a freeze', async () => {
  await as.admin.post(`${home}/features`, { name: 'raised', type: 'release' })
  await as.admin.post(`${at('raised')}/on`)
  const started = await as.admin.post(`${at('raised')}/ramp`, { steps: [10, 50], minimumMinutes: 60 })
  const { id, milestones } = started.body
  const plan = `${at('raised')}/release-plans/${id}`
  await as.admin.post(`${plan}/milestones/${milestones[1].id}/start`)
  const change = { parameters: { rollout: '100', stickiness: 'default', groupId: 'raised' } }
  await as.owner.put(`${at('raised')}/milestone-strategies/${milestones[0].strategies[0].id}`, change)
  const { body: freeze } = await as.admin.post('/api/admin/freezes', {
    name: 'Holidays',
    reason: '',
    project: 'default',
    environments: ['production'],
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2090-01-01T00:00:00Z',
    weekly: null,
    breakGlass: false,
  })
  const before = await rolloutOf('raised')
  const refused = await as.owner.post(`${plan}/signals`, { reason: 'Alert.' })
  expect([refused.status, refused.body.code, await stepOf('raised')]).toEqual([403, 'frozen', '50 %'])
  expect(await rolloutOf('raised')).toEqual(before)
  expect((await as.owner.post(`${plan}/signals`, { reason: 'Alert.', action: 'off' })).status).toBe(204)
  await as.admin.delete(`/api/admin/freezes/${freeze.id}`)
})
