import { expect, test } from 'vitest'
import { at, errors, harmful, home, openRollouts, why } from '../../../../test/guarded.ts'
import type { Client } from '../../../../test/kit.ts'
import { patiently } from '../../../../test/patience.ts'
import { sweepSchedules } from '../../../changes/requests/schedule/due.ts'

const { app, as, makeFlag, ramp, send, watch } = await openRollouts()
// Only accounts that were here recently are notified.
for (const who of [as.admin, as.owner, as.viewer]) await who.get('/api/admin/user')

type Listed = { kind: string; subject: string | null; link: string }
const about = async (who: Client, kind: string): Promise<Listed[]> =>
  (await who.get('/api/admin/notifications')).body.filter((one: Listed) => one.kind === kind)
const arrives = (who: Client, kind: string, expected: object) =>
  expect.poll(() => about(who, kind), patiently).toMatchObject([expected])
const page = (flag: string) => expect.stringContaining(`/projects/default/features/${flag}`)

test('the creator of a flag and the owners of its project learn that a guard stopped its rollout', async () => {
  const rule = await makeFlag('tripped')
  await ramp('tripped', { guards: [errors] }, rule)
  await send('tripped', harmful, 6)
  await watch()
  for (const who of [as.admin, as.owner])
    await arrives(who, 'guard-tripped', { subject: 'tripped', link: page('tripped') })
  expect(await about(as.viewer, 'guard-tripped')).toEqual([])
})

test('they learn that its release plan was paused, except the account that paused it', async () => {
  const rule = await makeFlag('paused')
  const { id } = await ramp('paused', {}, rule)
  expect((await as.owner.post(`${at('paused')}/release-plans/${id}/pause`, {})).status).toBeLessThan(300)
  await arrives(as.admin, 'plan-paused', { subject: 'paused', link: page('paused') })
  for (const who of [as.owner, as.viewer]) expect(await about(who, 'plan-paused')).toEqual([])
})

test('the author of a scheduled request learns that it was suspended', async () => {
  const config = `${home}/environments/production/change-requests/config`
  const rule = await makeFlag('planned')
  await as.admin.put(config, { changeRequestsEnabled: true }, why)
  const change = (rollout: string) => ({
    name: 'flexibleRollout',
    parameters: { rollout, stickiness: 'default', groupId: 'same-group' },
  })
  const strategy = `${at('planned')}/strategies/${rule}`
  const { body } = await as.owner.put(strategy, change('75'), { headers: { prefer: 'propose' } })
  const move = (who: Client, state: string, more: object = {}) =>
    who.put(`${home}/change-requests/${body.id}/state`, { state, ...more })
  await move(as.owner, 'In review')
  await move(as.admin, 'Approved')
  const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
  expect((await move(as.owner, 'Scheduled', { scheduledAt })).status).toBe(200)
  await as.admin.put(strategy, change('55'), why)
  await sweepSchedules(app.handles)
  await arrives(as.owner, 'schedule-failed', {
    link: expect.stringContaining(`/change-requests/${body.id}`),
  })
  for (const who of [as.admin, as.viewer]) expect(await about(who, 'schedule-failed')).toEqual([])
})
