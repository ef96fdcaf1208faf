import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trail } from '../../../../test/fixtures.ts'
import { type Client, testApp } from '../../../../test/kit.ts'
import { applyDue, sweepSchedules } from './due.ts'

const { actors, app, as, db } = await testApp()
await app.startWork()
// Only the tests sweep.
await sql`delete from jobs.schedule where name = 'change-request-schedules'`.execute(db)
const home = '/api/admin/projects/default'
const requests = `${home}/change-requests`
const production = (name: string) => `${home}/features/${name}/environments/production`
const propose = { headers: { prefer: 'propose' } }
const why = { headers: { 'x-change-reason': 'tests' } }
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const sweep = () => sweepSchedules(app.handles)

await as.admin.put(
  `${home}/environments/production/change-requests/config`,
  { changeRequestsEnabled: true },
  why,
)

let count = 0
/** A flag that is on in production with one rule for half of the users. */
async function makeLive(): Promise<{ name: string; at: string }> {
  const name = `planned-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const { body } = await as.admin.post(`${production(name)}/strategies`, rule('50'), why)
  await as.admin.post(`${production(name)}/on`, undefined, why)
  return { name, at: `${production(name)}/strategies/${body.id}` }
}
const move = (who: Client, id: number, state: string, more: object = {}) =>
  who.put(`${requests}/${id}/state`, { state, ...more })
const read = async (id: number) => (await as.admin.get(`${requests}/${id}`)).body
const rolloutAt = async (at: string) => (await as.admin.get(at)).body.parameters.rollout

/** A request that sets the percentage of a rule, approved by an administrator. */
async function approved(at: string, rollout: string, until?: string): Promise<number> {
  const { body } = await as.owner.put(at, rule(rollout), propose)
  if (until) expect((await as.owner.put(`${requests}/${body.id}/until`, { until })).status).toBe(200)
  await move(as.owner, body.id, 'In review')
  expect((await move(as.admin, body.id, 'Approved')).body).toMatchObject({ state: 'Approved' })
  return body.id
}
async function scheduled(at: string, rollout: string, scheduledAt = inAnHour()): Promise<number> {
  const id = await approved(at, rollout)
  const { status, body } = await move(as.owner, id, 'Scheduled', { scheduledAt })
  expect([status, body.schedule]).toEqual([200, { scheduledAt, status: 'pending' }])
  return id
}
/** Lets the time of requests come, this many seconds ago. */
const comeDue = (ids: readonly number[], seconds = 1) =>
  sql`update change_requests set scheduled_at = now() - make_interval(secs => ${seconds})
    where id = any(${ids})`.execute(db)

test('an approved request is applied at its time, once, as the account that scheduled it', async () => {
  const { name, at } = await makeLive()
  const id = await scheduled(at, '75')
  expect((await as.member.get(`${requests}/scheduled?feature=${name}`)).body).toMatchObject([{ id }])
  expect((await as.member.get(`${requests}/scheduled?feature=other`)).body).toEqual([])
  await sweep()
  expect(await rolloutAt(at)).toBe('50')
  await comeDue([id])
  await Promise.all([sweep(), applyDue(app.handles, { project: 'default', id, scheduleVersion: 1 }), sweep()])
  expect(await rolloutAt(at)).toBe('75')
  expect(await read(id)).toMatchObject({ state: 'Applied' })
  const events = await trail(db, 2)
  expect(events.map(({ type }) => type)).toEqual([
    'feature-strategy-update',
    'change-request-scheduled-application-success',
  ])
  const reverted = await as.owner.post(`${requests}/${id}/revert`)
  expect(reverted.body.features[0].changes[0].payload.parameters.rollout).toBe('50')
  await as.owner.delete(`${requests}/${reverted.body.id}`)
})

test('the queued job applies a request without the sweep', async () => {
  const { at } = await makeLive()
  const id = await scheduled(at, '75')
  await comeDue([id])
  await sql`update jobs.job set start_after = now() where data ->> 'id' = ${String(id)}`.execute(db)
  await expect.poll(async () => (await read(id)).state, { timeout: 60_000 }).toBe('Applied')
  expect(await rolloutAt(at)).toBe('75')
}, 90_000)

test('a time must be in the future, and the request approved', async () => {
  const { at } = await makeLive()
  const id = await approved(at, '60')
  const past = await move(as.owner, id, 'Scheduled', { scheduledAt: '2020-01-01T00:00:00Z' })
  expect([past.status, past.body.code]).toEqual([400, 'badData'])
  expect((await move(as.owner, id, 'Scheduled')).status).toBe(400)
  const leap = await move(as.owner, id, 'Scheduled', { scheduledAt: '2099-12-31T23:59:60Z' })
  expect(leap.status).toBe(400)
  expect((await move(as.member, id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(403)
  const other = await as.owner.put((await makeLive()).at, rule('60'), propose)
  const early = await move(as.owner, other.body.id, 'Scheduled', { scheduledAt: inAnHour() })
  expect(early.body.code).toBe('wrongState')
  await move(as.owner, other.body.id, 'Cancelled')
})

test('an older schedule does nothing after the request was moved or rejected', async () => {
  const { at } = await makeLive()
  const id = await scheduled(at, '75')
  expect((await move(as.owner, id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
  await comeDue([id])
  await applyDue(app.handles, { project: 'default', id, scheduleVersion: 1 })
  expect(await read(id)).toMatchObject({ state: 'Scheduled', schedule: { status: 'pending' } })
  expect((await as.owner.put(at, rule('20'), propose)).body.id).not.toBe(id)
  await move(as.owner, id, 'Rejected')
  await applyDue(app.handles, { project: 'default', id, scheduleVersion: 2 })
  expect(await rolloutAt(at)).toBe('50')
})

test('a conflict suspends a schedule before its time, and a new schedule needs an approval that fits', async () => {
  const { at } = await makeLive()
  const id = await scheduled(at, '75')
  await as.admin.put(at, rule('55'), why)
  await sweep()
  const { schedule } = await read(id)
  expect(schedule).toMatchObject({ status: 'suspended', reason: expect.stringContaining('changed') })
  expect((await trail(db, 1))[0]).toMatchObject({ type: 'change-request-schedule-suspended' })
  const again = await move(as.owner, id, 'Scheduled', { scheduledAt: inAnHour() })
  expect(again.body.code).toBe('requestConflict')
  await comeDue([id])
  await sweep()
  expect(await rolloutAt(at)).toBe('55')
})

test('a scheduled request whose approval no longer counts is approved again and scheduled again', async () => {
  const { at } = await makeLive()
  const id = await scheduled(at, '75')
  await db.updateTable('request_reviews').set({ user_id: 999 }).where('request', '=', id).execute()
  await comeDue([id])
  await sweep()
  expect(await read(id)).toMatchObject({ state: 'Scheduled', schedule: { status: 'suspended' } })
  const early = await move(as.owner, id, 'Scheduled', { scheduledAt: inAnHour() })
  expect(early.body.code).toBe('approvalsLapsed')
  expect((await move(as.admin, id, 'Approved')).body).toMatchObject({
    state: 'Scheduled',
    affects: [{ given: 1 }],
  })
  expect((await move(as.owner, id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
  await comeDue([id])
  await sweep()
  expect(await rolloutAt(at)).toBe('75')
})

test('what was missed for more than an hour is suspended', async () => {
  const { at } = await makeLive()
  const late = await scheduled(at, '75')
  await comeDue([late], 3_700)
  await sweep()
  expect(await read(late)).toMatchObject({
    state: 'Scheduled',
    schedule: { status: 'suspended', reason: expect.stringContaining('passed') },
  })
  expect(await rolloutAt(at)).toBe('50')
})

test('protecting an environment stops what was scheduled there without a review', async () => {
  const { name } = await makeLive()
  const development = `${home}/features/${name}/environments/development`
  const { body } = await as.owner.post(`${development}/on`, undefined, propose)
  expect((await move(as.owner, body.id, 'In review')).body).toMatchObject({ state: 'Approved', affects: [] })
  expect((await move(as.owner, body.id, 'Scheduled', { scheduledAt: inAnHour() })).status).toBe(200)
  const protect = (changeRequestsEnabled: boolean) =>
    as.admin.put(`${home}/environments/development/change-requests/config`, { changeRequestsEnabled }, why)
  await protect(true)
  await comeDue([body.id])
  await sweep()
  await protect(false)
  expect(await read(body.id)).toMatchObject({ state: 'Scheduled', schedule: { status: 'suspended' } })
  expect((await as.admin.get(development)).body.enabled).toBe(false)
})

test('approvals are counted again at the time', async () => {
  const { at } = await makeLive()
  const id = await scheduled(at, '75')
  await sql`delete from request_reviews where request = ${id}`.execute(db)
  await comeDue([id])
  await sweep()
  expect(await read(id)).toMatchObject({ schedule: { status: 'suspended' } })
  expect(await rolloutAt(at)).toBe('50')
})

test('three scheduled steps of one rule run one after the other', async () => {
  const { at } = await makeLive()
  const steps: number[] = []
  for (const [index, rollout] of ['60', '80', '100'].entries())
    steps.push(await scheduled(at, rollout, new Date(Date.now() + 3_600_000 * (index + 1)).toISOString()))
  for (const [index, rollout] of ['60', '80', '100'].entries()) {
    await comeDue(steps.slice(index, index + 1))
    await sweep()
    expect(await rolloutAt(at)).toBe(rollout)
  }
})

test('a step that someone else changed in between suspends the later ones', async () => {
  const { at } = await makeLive()
  const first = await scheduled(at, '60')
  const second = await scheduled(at, '80', new Date(Date.now() + 7_200_000).toISOString())
  await comeDue([first])
  await sweep()
  await as.admin.put(at, rule('65'), why)
  await comeDue([second])
  await sweep()
  expect(await rolloutAt(at)).toBe('65')
  expect(await read(second)).toMatchObject({ schedule: { status: 'suspended' } })
})

test('temporary changes are reverted at their time, with the same approval', async () => {
  const { at } = await makeLive()
  const until = inAnHour()
  const id = await approved(at, '90', until)
  expect((await move(as.owner, id, 'Applied')).body).toMatchObject({ state: 'Applied', until })
  expect(await rolloutAt(at)).toBe('90')
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  const back = list.find(({ returns }) => returns === id)
  expect(back).toMatchObject({
    state: 'Scheduled',
    schedule: { scheduledAt: until },
    affects: [{ given: 1 }],
  })
  await comeDue([back?.id ?? 0])
  await sweep()
  expect(await rolloutAt(at)).toBe('50')
  expect(await read(back?.id ?? 0)).toMatchObject({ state: 'Applied' })
})

test('a flag that somebody turned off is not turned on again by the end of a temporary change', async () => {
  const { name } = await makeLive()
  const switchTo = (to: string) => as.admin.post(`${production(name)}/${to}`, undefined, why)
  const isOn = async () => (await as.admin.get(production(name))).body.enabled
  const { body } = await as.owner.post(`${production(name)}/off`, undefined, propose)
  expect((await as.owner.put(`${requests}/${body.id}/until`, { until: inAnHour() })).status).toBe(200)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  expect((await move(as.owner, body.id, 'Applied')).status).toBe(200)
  expect(await isOn()).toBe(false)
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  const back = list.find(({ returns }) => returns === body.id)?.id ?? 0
  await switchTo('on')
  await switchTo('off')
  await comeDue([back])
  await sweep()
  expect(await isOn()).toBe(false)
  const { schedule } = await read(back)
  expect(schedule).toMatchObject({ status: 'suspended', reason: expect.stringContaining('was turned off') })
})

test('a scheduled change turns on a flag that was off all the time, and one that its own request turned off', async () => {
  const { name } = await makeLive()
  const isOn = async () => (await as.admin.get(production(name))).body.enabled
  const { body } = await as.owner.post(`${production(name)}/off`, undefined, propose)
  expect((await as.owner.put(`${requests}/${body.id}/until`, { until: inAnHour() })).status).toBe(200)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  expect((await move(as.owner, body.id, 'Applied')).status).toBe(200)
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  const back = list.find(({ returns }) => returns === body.id)?.id ?? 0
  // Also at another time.
  const earlier = new Date(Date.now() + 60_000).toISOString()
  expect((await move(as.owner, back, 'Scheduled', { scheduledAt: earlier })).status).toBe(200)
  await comeDue([back])
  await sweep()
  expect(await isOn()).toBe(true)
})

// Applying it has locked the flag when the opposite change names the segment.
test('a temporary change that takes a segment from a rule gives it back', async () => {
  const { at } = await makeLive()
  const constraints = [{ contextName: 'userId', operator: 'IN', values: ['1'] }]
  const segment = (await as.admin.post('/api/admin/segments', { name: 'staff', constraints })).body.id
  await as.admin.put(at, { ...rule('50'), segments: [segment] }, why)
  const { body } = await as.owner.put(at, { ...rule('50'), segments: [] }, propose)
  expect((await as.owner.put(`${requests}/${body.id}/until`, { until: inAnHour() })).status).toBe(200)
  await move(as.owner, body.id, 'In review')
  await move(as.admin, body.id, 'Approved')
  expect((await move(as.owner, body.id, 'Applied')).status).toBe(200)
  expect((await as.admin.get(at)).body.segments).toEqual([])
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  await comeDue([list.find(({ returns }) => returns === body.id)?.id ?? 0])
  await sweep()
  expect((await as.admin.get(at)).body.segments).toEqual([segment])
})

/** A temporary change that was approved and applied. Returns what reverts it. */
async function temporary(at: string, rollout: string, until = inAnHour()): Promise<number> {
  const id = await approved(at, rollout, until)
  expect((await move(as.owner, id, 'Applied')).status).toBe(200)
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  return list.find(({ returns }) => returns === id)?.id ?? 0
}

test('the end of a temporary change is moved to a later time or rejected only by a reviewer', async () => {
  const { at } = await makeLive()
  const until = inAnHour()
  const back = await temporary(at, '90', until)
  const after = (minutes: number) => new Date(Date.parse(until) + minutes * 60_000).toISOString()
  const later = await move(as.owner, back, 'Scheduled', { scheduledAt: after(1) })
  expect([later.status, later.body.message]).toEqual([403, expect.stringContaining('Ask a reviewer')])
  expect((await move(as.owner, back, 'Rejected')).status).toBe(403)
  expect((await move(as.owner, back, 'Cancelled')).status).toBe(400)
  const earlier = await move(as.owner, back, 'Scheduled', { scheduledAt: after(-10) })
  expect(earlier.body.schedule).toEqual({ scheduledAt: after(-10), status: 'pending' })
  // Also not back to the time that was approved: the people who agreed to it may have counted on the earlier one.
  expect((await move(as.owner, back, 'Scheduled', { scheduledAt: after(-5) })).status).toBe(403)
  expect((await move(as.admin, back, 'Scheduled', { scheduledAt: after(60) })).status).toBe(200)
  expect((await move(as.admin, back, 'Rejected')).body.state).toBe('Rejected')
  expect((await move(as.owner, await temporary(at, '80'), 'Applied')).status).toBe(200)
  expect(await rolloutAt(at)).toBe('90')
})

test('a new title of a rule does not keep a temporary change from ending', async () => {
  const { at } = await makeLive()
  const back = await temporary(at, '90')
  expect((await as.owner.put(at, { ...rule('90'), title: 'Mine' })).status).toBe(200)
  await comeDue([back])
  await sweep()
  expect(await read(back)).toMatchObject({ state: 'Applied' })
  expect(await rolloutAt(at)).toBe('50')
})

test('taking back never overwrites what someone else has changed', async () => {
  const { at } = await makeLive()
  const id = await approved(at, '90', inAnHour())
  await move(as.owner, id, 'Applied')
  await as.admin.put(at, rule('33'), why)
  const list = (await as.admin.get(requests)).body as { id: number; returns?: number }[]
  const back = list.find(({ returns }) => returns === id)?.id ?? 0
  await comeDue([back])
  await sweep()
  expect(await rolloutAt(at)).toBe('33')
  expect(await read(back)).toMatchObject({ schedule: { status: 'suspended' } })
})

test('changing the way back needs another approval', async () => {
  const { at } = await makeLive()
  const id = await approved(at, '90')
  const changed = await as.owner.put(`${requests}/${id}/until`, { until: inAnHour() })
  expect(changed.body).toMatchObject({ state: 'In review', edition: 2, approvals: [] })
  const past = await as.owner.put(`${requests}/${id}/until`, { until: '2020-01-01T00:00:00Z' })
  expect(past.status).toBe(400)
  const kept = await as.owner.put(`${requests}/${id}/until`, { until: null })
  expect(kept.body.until).toBeUndefined()
  await move(as.owner, id, 'Cancelled')
})

test('a schedule without a review needs the permissions of the people who made it', async () => {
  const { name } = await makeLive()
  const development = `${home}/features/${name}/environments/development`
  const { body } = await as.owner.post(`${development}/on`, undefined, propose)
  await move(as.owner, body.id, 'In review')
  await move(as.owner, body.id, 'Scheduled', { scheduledAt: inAnHour() })
  expect((await as.admin.delete(`${home}/users/${actors.owner.id}/roles`)).status).toBe(200)
  await comeDue([body.id])
  await sweep()
  expect(await read(body.id)).toMatchObject({ state: 'Scheduled', schedule: { status: 'suspended' } })
  expect((await as.admin.get(development)).body.enabled).toBe(false)
})
