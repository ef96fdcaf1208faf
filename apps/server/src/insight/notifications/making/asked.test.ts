import { expect, test } from 'vitest'
import { testApp } from '../../../../test/kit.ts'
import { followEvents, registerFollower } from '../../../platform/background/follower.ts'
import { notify } from './follower.ts'

const { as, db, actors } = await testApp()
const home = '/api/admin/projects/default'

test('reviewers who are asked just before the review is requested get one notification', async () => {
  await registerFollower(db, 'notifications')
  await as.admin.get('/api/admin/user')
  const config = `${home}/environments/production/change-requests/config`
  await as.admin.put(config, { changeRequestsEnabled: true })
  await as.owner.post(`${home}/features`, { name: 'asked' })
  const { body } = await as.owner.post(`${home}/features/asked/environments/production/on`, undefined, {
    headers: { prefer: 'propose' },
  })
  await as.owner.put(`${home}/change-requests/${body.id}/approvers`, { reviewers: [actors.admin.id] })
  await as.owner.put(`${home}/change-requests/${body.id}/state`, { state: 'In review' })
  await followEvents(db, (() => {}) as never, notify)
  const list: { kind: string }[] = (await as.admin.get('/api/admin/notifications')).body
  expect(list.filter(({ kind }) => kind === 'review-requested')).toHaveLength(1)
})
