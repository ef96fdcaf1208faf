import { MOST_FREEZES } from '@flagstaff/contract/freezes'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import { testApp } from '../../../test/kit.ts'

const { as, db } = await testApp()
const home = '/api/admin/projects/default'
const freezes = '/api/admin/freezes'
const at = (name: string, environment = 'production') =>
  `${home}/features/${name}/environments/${environment}`
const why = { headers: { 'x-change-reason': 'The shop is down' } }
const rule = (rollout: string) => ({
  name: 'flexibleRollout',
  parameters: { rollout, stickiness: 'default', groupId: 'x' },
})
const now = {
  name: 'Holidays',
  reason: 'Nobody is on call.',
  project: null,
  environments: ['production'],
  startsAt: '2020-01-01T00:00:00.000Z',
  endsAt: '2099-01-01T00:00:00.000Z',
  weekly: null,
  breakGlass: true,
}
const weekly = {
  timeZone: 'Europe/Berlin',
  windows: [{ from: { day: 5, time: '16:00' }, to: { day: 1, time: '08:00' } }],
}
/** Runs the test with one freeze, and removes it afterwards. */
async function during(freeze: object, work: (id: number) => Promise<void>) {
  const { status, body } = await as.admin.post(freezes, { ...now, ...freeze })
  expect(status).toBe(201)
  await work(body.id)
  expect((await as.admin.delete(`${freezes}/${body.id}`)).status).toBe(204)
}
let count = 0
/** A flag that is on in production for half of the users. */
async function makeLive(): Promise<{ name: string; rule: string }> {
  const name = `frozen-${++count}`
  await as.admin.post(`${home}/features`, { name })
  const { body } = await as.admin.post(`${at(name)}/strategies`, rule('50'))
  expect((await as.admin.post(`${at(name)}/on`)).status).toBe(200)
  return { name, rule: `${at(name)}/strategies/${body.id}` }
}

test('during a freeze, flags can be turned off and lowered, but not changed otherwise', async () => {
  const live = await makeLive()
  const other = await makeLive()
  await during({}, async () => {
    const raised = await as.owner.put(live.rule, rule('60'))
    expect([raised.status, raised.body]).toMatchObject([
      403,
      { code: 'frozen', freezes: ['Holidays'], frozen: [{ project: 'default', environment: 'production' }] },
    ])
    expect((await as.owner.put(live.rule, rule('40'))).status).toBe(200)
    expect((await as.owner.post(`${at(live.name)}/off`)).status).toBe(200)
    expect((await as.owner.post(`${at(live.name)}/on`)).body.code).toBe('frozen')
    expect((await as.owner.delete(`${home}/features/${other.name}`)).body.code).toBe('frozen')
    expect((await as.owner.post(`${at(live.name, 'development')}/on`)).status).toBe(200)
    const described = await as.owner.patch(`${home}/features/${live.name}`, [
      { op: 'replace', path: '/description', value: 'Not behaviour' },
    ])
    expect(described.status).toBe(200)
  })
  expect((await as.owner.post(`${at(live.name)}/on`)).status).toBe(200)
})

test('people who can skip reviews break the glass with a reason, if the freeze allows it', async () => {
  const live = await makeLive()
  await during({}, async () => {
    expect((await as.admin.put(live.rule, rule('60'))).body.code).toBe('freezeReasonNeeded')
    expect((await as.owner.put(live.rule, rule('60'), why)).body.code).toBe('frozen')
    expect((await as.admin.put(live.rule, rule('60'), why)).status).toBe(200)
    const [event] = await trail(db, 1)
    expect(event).toMatchObject({
      type: 'freeze-skipped',
      data: { reason: 'The shop is down', freezes: ['Holidays'], flags: [live.name] },
    })
  })
  await during({ breakGlass: false }, async () => {
    expect((await as.admin.put(live.rule, rule('70'), why)).body.code).toBe('frozen')
  })
})

test('an approved request waits until the freeze ends, and cannot be scheduled into it', async () => {
  const protect = (changeRequestsEnabled: boolean) =>
    as.admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled }, why)
  const live = await makeLive()
  await protect(true)
  const { body } = await as.owner.put(live.rule, rule('75'), { headers: { prefer: 'propose' } })
  const move = (who: typeof as.owner, state: string, more: object = {}) =>
    who.put(`${home}/change-requests/${body.id}/state`, { state, ...more })
  await move(as.owner, 'In review')
  expect((await move(as.admin, 'Approved')).body.state).toBe('Approved')
  await during({}, async () => {
    expect((await move(as.owner, 'Applied')).body.code).toBe('frozen')
    const soon = new Date(Date.now() + 3_600_000).toISOString()
    expect((await move(as.owner, 'Scheduled', { scheduledAt: soon })).body).toMatchObject({
      code: 'badData',
      message: expect.stringContaining('Holidays'),
    })
  })
  expect((await move(as.owner, 'Applied')).body.state).toBe('Applied')
  await protect(false)
})

test('a freeze of a project leaves other projects alone', async () => {
  await as.admin.post('/api/admin/projects', { id: 'calm', name: 'Calm' })
  await as.admin.post('/api/admin/projects/calm/features', { name: 'calm-flag' })
  await during({ project: 'default', environments: [] }, async () => {
    const calm = '/api/admin/projects/calm/features/calm-flag/environments/production'
    expect((await as.admin.post(`${calm}/strategies`, rule('50'))).status).toBe(200)
    expect((await as.admin.post(`${calm}/on`)).status).toBe(200)
    const live = `frozen-${++count}`
    await as.admin.post(`${home}/features`, { name: live })
    expect((await as.admin.post(`${at(live)}/on`)).body.code).toBe('freezeReasonNeeded')
  })
})

test('a change that was under way when a freeze was created is refused', async () => {
  const live = await makeLive()
  // Fills what the server keeps in memory.
  expect((await as.owner.put(live.rule, rule('51'))).status).toBe(200)
  await sql`insert into freezes (name, reason, environments, starts_at, ends_at, break_glass, created_by_id, created_by_name)
    values ('Elsewhere', '', '{production}', now() - interval '1 hour', now() + interval '1 hour', false, 1, 'x')`.execute(
    db,
  )
  expect((await as.owner.put(live.rule, rule('52'))).body).toMatchObject({
    code: 'frozen',
    freezes: ['Elsewhere'],
  })
  await sql`delete from freezes where name = 'Elsewhere'`.execute(db)
  expect((await as.owner.put(live.rule, rule('52'))).status).toBe(200)
})

test('weekly freezes are stored with their time zone', async () => {
  await during({ startsAt: null, endsAt: null, weekly }, async (id) => {
    const { body } = await as.viewer.get(`${home}/freezes`)
    expect(body.freezes).toMatchObject([{ id, weekly, startsAt: null }])
    const changed = await as.admin.put(`${freezes}/${id}`, { ...now, weekly, name: 'Weekends' })
    expect(changed.body).toMatchObject({ name: 'Weekends', objectVersion: 2 })
  })
})

test('times, time zones and environments are checked', async () => {
  const create = async (freeze: object) => (await as.admin.post(freezes, { ...now, ...freeze })).status
  expect(await create({ endsAt: null })).toBe(400)
  expect(await create({ endsAt: '2099-12-31T23:59:60Z' })).toBe(400)
  expect(await create({ endsAt: '2019-01-01T00:00:00Z' })).toBe(400)
  expect(await create({ weekly: { ...weekly, timeZone: 'Middle/Earth' } })).toBe(400)
  expect(await create({ weekly: { ...weekly, windows: [] } })).toBe(400)
  expect(await create({ environments: ['nowhere'] })).toBe(404)
  expect(await create({ project: 'nowhere' })).toBe(404)
})

test('all projects need an administrator, one project those who decide about its reviews', async () => {
  expect((await as.owner.post(freezes, now)).status).toBe(403)
  const own = await as.owner.post(freezes, { ...now, project: 'default' })
  expect(own.status).toBe(201)
  expect((await as.viewer.delete(`${freezes}/${own.body.id}`)).status).toBe(403)
  const moved = await as.owner.put(`${freezes}/${own.body.id}`, { ...now, project: null })
  expect(moved.status).toBe(400)
  expect((await as.owner.delete(`${freezes}/${own.body.id}`)).status).toBe(204)
  expect((await as.owner.delete(`${freezes}/${own.body.id}`)).status).toBe(404)
})

test('freezes of private projects are hidden from others', async () => {
  await as.admin.post('/api/admin/projects', { id: 'secret', name: 'Secret', mode: 'private' })
  await during({ project: 'secret' }, async (id) => {
    expect((await as.viewer.get(freezes)).body.freezes).toEqual([])
    expect((await as.viewer.get('/api/admin/projects/secret/freezes')).status).toBe(404)
    expect((await as.owner.delete(`${freezes}/${id}`)).status).toBe(404)
    expect((await as.admin.get(freezes)).body.freezes).toMatchObject([
      { id, active: true, activeUntil: now.endsAt },
    ])
  })
})

test('calls at the same moment do not exceed the limit', async () => {
  const far = { ...now, startsAt: '2098-01-01T00:00:00.000Z' }
  const replies = await Promise.all(
    Array.from({ length: MOST_FREEZES + 10 }, (_, index) =>
      as.admin.post(freezes, { ...far, name: `Freeze ${index}` }),
    ),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(MOST_FREEZES)
  expect((await as.admin.get(freezes)).body.freezes).toHaveLength(MOST_FREEZES)
})
