import { expect, test } from 'vitest'
import { makeFlag, makeProject } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const flag = '/api/admin/projects/default/features/checkout'
const rules = `${flag}/environments/development/strategies`
await makeFlag(db, 'checkout', { environments: { development: {}, production: {} } })

type Logged = { id: number; type: string; reverts?: number; createdBy: string }
const log = async (query = 'feature=IS:checkout'): Promise<Logged[]> =>
  (await as.admin.get(`/api/admin/search/events?${query}`)).body.events
const revert = (id: number | undefined, who: keyof typeof as = 'admin', body: object = {}) =>
  as[who].post(`/api/admin/events/${id}/revert`, body)
const rollouts = async () =>
  (await as.viewer.get(rules)).body.map(
    (rule: { parameters: { rollout: string } }) => rule.parameters.rollout,
  )

const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'checkout' },
})

test('another user can revert a change, and the revert can be undone', async () => {
  const { body } = await as.editor.post(rules, rule('10'))
  await as.editor.put(`${rules}/${body.id}`, rule('90'))
  const [event] = await log()
  expect(event).toMatchObject({ type: 'feature-strategy-update', reverts: 1 })

  const answer = await revert(event?.id)
  expect(answer.status).toBe(204)
  expect(await rollouts()).toEqual(['10'])
  const [newest] = await log()
  expect(newest).toMatchObject({ type: 'feature-strategy-update', createdBy: 'ada@example.com' })

  expect((await as.admin.post(`/api/admin/undo/${answer.headers['x-undo']}`, {})).status).toBe(204)
  expect(await rollouts()).toEqual(['90'])
})

test('an object that was changed since is reverted only with evenIfChanged', async () => {
  const [rule1] = (await as.viewer.get(rules)).body
  await as.editor.put(`${rules}/${rule1.id}`, rule('20'))
  const [event] = await log()
  await as.editor.put(`${rules}/${rule1.id}`, rule('30'))
  const refused = await revert(event?.id)
  expect([refused.status, refused.body.code]).toEqual([409, 'changedSince'])
  expect(await rollouts()).toEqual(['30'])
  expect((await revert(event?.id, 'admin', { evenIfChanged: true })).status).toBe(204)
  expect(await rollouts()).toEqual(['90'])
})

test('a change with several events is reverted as a whole', async () => {
  await as.admin.post(`${flag}/environments/production/on`)
  const [event] = await log('feature=IS:checkout&type=IS:feature-environment-enabled')
  expect(event?.reverts).toBe(2)
  expect((await revert(event?.id)).status).toBe(204)
  const { body } = await as.viewer.get(`${flag}/environments/production`)
  expect([body.enabled, body.strategies]).toEqual([false, []])
})

test('a revert requires the permissions of its inverse, and access to the event', async () => {
  await as.admin.patch(flag, [{ op: 'replace', path: '/description', value: 'other' }])
  const [event] = await log()
  expect((await revert(event?.id, 'viewer')).status).toBe(403)
  expect((await revert(event?.id, 'anonymous')).status).toBe(401)
  expect((await revert(999_999)).status).toBe(404)
  await makeProject(db, 'hidden', { mode: 'private' })
  await as.admin.post('/api/admin/projects/hidden/features', { name: 'unseen' })
  const [hidden] = await log('feature=IS:unseen')
  expect((await revert(hidden?.id, 'viewer')).status).toBe(404)
})

test('a change that cannot be reverted returns an error', async () => {
  await as.admin.delete(flag)
  await as.admin.delete('/api/admin/archive/checkout')
  const [event] = await log()
  expect(event).toMatchObject({ type: 'feature-deleted' })
  expect(event?.reverts).toBeUndefined()
  const { status, body } = await revert(event?.id)
  expect([status, body.code]).toEqual([409, 'notReversible'])
})

test('a change is not reverted if some of its events were removed from the log', async () => {
  const path = '/api/admin/projects/default/features/halved'
  await as.admin.post('/api/admin/projects/default/features', { name: 'halved' })
  await as.admin.post(`${path}/environments/production/on`)
  const [last, first] = await log('feature=IS:halved')
  expect(last?.reverts).toBe(2)
  await db
    .updateTable('counter')
    .set({ history_floor: first?.id ?? 0 })
    .execute()
  const { status, body } = await revert(last?.id)
  expect([status, body.code]).toEqual([409, 'notReversible'])
})
