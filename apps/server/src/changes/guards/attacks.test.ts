import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, errors, harmless, home, openRollouts, outcome } from '../../../test/guarded.ts'

const {
  as,
  client,
  db,
  watch,
  report,
  tokenFor,
  makeFlag,
  ramp,
  planOf,
  guardsOf,
  stepOf,
  rolloutOf,
  isOn,
  send,
} = await openRollouts()

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

test('a report is one observation, however often it repeats an outcome', async () => {
  const rule = await makeFlag('repeating')
  const { id } = await ramp('repeating', {}, rule)
  await report(Array.from({ length: 100 }, () => outcome('repeating', harmless)))
  await watch()
  expect((await guardsOf('repeating', id))[0]).toMatchObject({
    batches: 1,
    enabled: { uses: 10_000, events: 100 },
  })
})

test('a flood of names of outcomes is not remembered', async () => {
  await makeFlag('flooded')
  const names = (part: number) => Array.from({ length: 100 }, (_, index) => `name-${part}-${index}`)
  const flood = (part: number) => report(names(part).map((metric) => outcome('flooded', harmless, metric)))
  await report([outcome('flooded', harmless)])
  await Promise.all(Array.from({ length: 20 }, (_, part) => flood(part)))
  await report([outcome('flooded', harmless, 'late')])
  const { body } = await as.admin.get(`${at('flooded')}/guards`)
  expect(body.outcomes).toHaveLength(50)
  expect(JSON.stringify(body.outcomes)).toContain('"errors"')
})

test('a guard that watches something else forgets all of it', async () => {
  const rule = await makeFlag('forgetful')
  const { id } = await ramp('forgetful', {}, rule)
  await send('forgetful', [1_000, 1, 19_000, 190], 6)
  await watch()
  expect((await guardsOf('forgetful', id))[0].step.enough).toBe(true)
  // Not taken into account yet when the guard changes.
  await send('forgetful', harmless, 1)
  const guard = `${at('forgetful')}/release-plans/${id}/guards/guard-1`
  expect((await as.admin.put(guard, { ...errors, metric: 'orders' })).status).toBe(204)
  await watch()
  const nothing = { batches: 0, step: { uses: 0, enough: false, fresh: false } }
  expect((await guardsOf('forgetful', id))[0]).toMatchObject(nothing)
  expect((await as.admin.get(`${guard}/series`)).body.points).toEqual([])
  await report([outcome('forgetful', harmless, 'orders')])
  await as.admin.delete(guard)
  await as.admin.put(guard, errors)
  await watch()
  expect((await guardsOf('forgetful', id))[0]).toMatchObject(nothing)
  const left = await sql`select from guard_batches where plan = ${id}`.execute(db)
  expect(left.rows).toEqual([])
})

test('the key of a report belongs to its token', async () => {
  const rule = await makeFlag('keyed')
  const { id } = await ramp('keyed', {}, rule)
  const key = { 'idempotency-key': 'minute-1' }
  const sent = { appName: 'other', outcomes: [outcome('keyed', harmless)] }
  const stranger = client({ authorization: await tokenFor('backend', ['other']), ...key })
  expect((await stranger.post('/api/client/outcomes', sent)).status).toBe(202)
  for (let i = 0; i < 2; i++) await report([outcome('keyed', harmless)], key)
  await watch()
  expect((await guardsOf('keyed', id))[0].batches).toBe(1)
})

test('a rollout that cannot go back is turned off', async () => {
  const rule = await makeFlag('no-way-back')
  const { id, milestones } = await ramp('no-way-back', { steps: [50, 60] }, rule)
  await as.admin.post(`${at('no-way-back')}/release-plans/${id}/milestones/${milestones[1].id}/start`)
  const first = `${at('no-way-back')}/milestone-strategies/${rule}`
  expect((await as.admin.put(first, { disabled: true })).status).toBe(200)
  await send('no-way-back', [500, 100, 500, 5], 40)
  await watch()
  expect([await isOn('no-way-back'), (await planOf('no-way-back')).pausedAt]).toEqual([
    false,
    expect.any(String),
  ])
})

test('a rollout whose step before no longer fits is turned off', async () => {
  const rule = await makeFlag('too-many')
  const { id, milestones } = await ramp('too-many', { steps: [50, 60] }, rule)
  await as.admin.post(`${at('too-many')}/release-plans/${id}/milestones/${milestones[1].id}/start`)
  // As after a change of the limits: the step before has more rules than a flag can have.
  await sql`update release_plans p set milestones = jsonb_set(milestones, '{0,strategies}', (
    select jsonb_agg(milestones #> '{0,strategies,0}' || jsonb_build_object('id', 'rule-' || n))
    from generate_series(1, 200) n)) where flag = 'too-many'`.execute(db)
  await send('too-many', [500, 100, 500, 5], 40)
  await watch()
  expect([await isOn('too-many'), (await guardsOf('too-many', id))[0].state]).toEqual([false, 'regressed'])
})
