import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { trail } from '../../../test/fixtures.ts'
import {
  at,
  type Counts,
  errors,
  harmful,
  harmless,
  home,
  openRollouts,
  outcome,
  why,
} from '../../../test/guarded.ts'

const {
  as,
  db,
  watch,
  report,
  makeFlag,
  ramp,
  planOf,
  guardsOf,
  stepOf,
  rolloutOf,
  isOn,
  letTimePass,
  send,
} = await openRollouts()

test('a rollout goes up step by step with the rule it started from', async () => {
  const rule = await makeFlag('stepwise')
  const plan = await ramp('stepwise', {}, rule)
  expect(plan.milestones.map(({ name }: { name: string }) => name)).toEqual(['5 %', '25 %', '100 %'])
  const { body } = await as.admin.get(at('stepwise'))
  expect(body.strategies).toHaveLength(1)
  expect(body.strategies[0]).toMatchObject({
    id: rule,
    parameters: { rollout: '5', groupId: 'same-group', stickiness: 'default' },
    constraints: [{ contextName: 'appName' }],
  })
  await send('stepwise', [1_000, 1, 19_000, 190], 5)
  await watch()
  await letTimePass('stepwise')
  expect(await rolloutOf('stepwise')).toEqual(['25'])
})

test('undo gives the flag its rule back', async () => {
  const rule = await makeFlag('undone')
  const { headers } = await as.admin.post(`${at('undone')}/ramp`, {
    strategyId: rule,
    steps: [10],
    minimumMinutes: 1,
  })
  expect((await as.admin.post(`/api/admin/undo/${headers['x-undo']}`, {})).status).toBe(204)
  const { body } = await as.admin.get(at('undone'))
  expect([body.releasePlans, body.strategies[0].id, body.strategies[0].parameters.rollout]).toEqual([
    [],
    rule,
    '100',
  ])
})

test('a step starts before its time if all guards are safe, and not otherwise', async () => {
  const rule = await makeFlag('early')
  const { id } = await ramp('early', { steps: [50, 95], orWhenSafe: true }, rule)
  const sent: Counts = [1_000, 30, 1_000, 40]
  await send('early', sent, 6)
  await watch()
  expect([(await guardsOf('early', id))[0].step.enough, await stepOf('early')]).toEqual([true, '50 %'])
  await send('early', sent, 60)
  await watch()
  expect([(await guardsOf('early', id))[0].safe, await stepOf('early')]).toEqual([true, '95 %'])
  const { milestones } = await planOf('early')
  expect(milestones[0].transitionCondition).toEqual({ type: 'time', intervalMinutes: 60, orWhenSafe: true })
})

test('too little data waits', async () => {
  const rule = await makeFlag('waiting')
  const { id } = await ramp('waiting', {}, rule)
  await send('waiting', harmless, 1)
  await watch()
  await letTimePass('waiting')
  expect(await stepOf('waiting')).toBe('5 %')
  const [guard] = await guardsOf('waiting', id)
  expect(guard).toMatchObject({
    id: 'guard-1',
    name: 'errors',
    tolerance: 1.25,
    falseAlarms: 0.01,
    action: 'back',
    state: 'watching',
    enabled: { uses: 100, events: 1 },
    disabled: { uses: 1_900, events: 19 },
    batches: 1,
    ratio: 1,
    step: {
      uses: 100,
      events: 1,
      enough: false,
      fresh: true,
      share: 0.05,
      expectedShare: 0.05,
      asPlanned: true,
    },
  })
})

test('a split that is not as planned holds the rollout back', async () => {
  const rule = await makeFlag('mismatch')
  const { id } = await ramp('mismatch', {}, rule)
  await send('mismatch', [3_000, 30, 3_000, 30], 2)
  await watch()
  await letTimePass('mismatch')
  const [{ step }] = await guardsOf('mismatch', id)
  expect([step.enough, step.asPlanned, step.share]).toEqual([true, false, 0.5])
  expect(await stepOf('mismatch')).toBe('5 %')
})

test('a rollout that does harm goes back one step, and says why', async () => {
  const rule = await makeFlag('harmful')
  const { id } = await ramp('harmful', {}, rule)
  await send('harmful', [1_000, 10, 19_000, 190], 5)
  await watch()
  await letTimePass('harmful')
  expect(await stepOf('harmful')).toBe('25 %')
  await send('harmful', [500, 100, 1_500, 15], 20)
  await Promise.all([watch(), watch(), watch()])
  expect([await stepOf('harmful'), await rolloutOf('harmful'), await isOn('harmful')]).toEqual([
    '5 %',
    ['5'],
    true,
  ])
  const { pausedAt, pauseReason } = await planOf('harmful')
  expect(pausedAt).toEqual(expect.any(String))
  expect(pauseReason).toMatch(
    /^errors: 13\.\d % with the flag on, 1 % with it off\. The limit is 1\.25 times/,
  )
  const tripped = await sql<{ data: object }>`select data from events where type = 'guard-tripped'
    and flag = 'harmful'`.execute(db)
  expect(tripped.rows).toHaveLength(1)
  expect(tripped.rows[0]?.data).toMatchObject({ id: 'guard-1', name: 'errors', done: 'back' })
  const [guard] = await guardsOf('harmful', id)
  expect([guard.state, typeof guard.verdictAt]).toEqual(['regressed', 'string'])
})

test('a rollout that goes on is watched anew', async () => {
  const { id } = await planOf('harmful')
  expect((await as.admin.post(`${at('harmful')}/progressions/${id}/resume`)).status).toBe(200)
  const [guard] = await guardsOf('harmful', id)
  expect([guard.state, guard.batches]).toEqual(['watching', 0])
  await send('harmful', harmful, 30)
  await watch()
  // There is no step before the first one.
  expect([await isOn('harmful'), (await planOf('harmful')).pausedAt]).toEqual([false, expect.any(String)])
})

test('an alert from elsewhere takes a rollout back, also in a freeze and without a review', async () => {
  const rule = await makeFlag('alerted')
  const { id } = await ramp('alerted', { guards: [] }, rule)
  await letTimePass('alerted')
  expect(await stepOf('alerted')).toBe('25 %')
  await as.admin.put(
    `${home}/environments/production/change-requests/config`,
    { changeRequestsEnabled: true },
    why,
  )
  const freeze = await as.admin.post('/api/admin/freezes', {
    name: 'Holidays',
    project: 'default',
    environments: ['production'],
    startsAt: new Date(Date.now() - 60_000).toISOString(),
    endsAt: new Date(Date.now() + 3_600_000).toISOString(),
    weekly: null,
    breakGlass: false,
    reason: 'Nobody is here.',
  })
  expect(freeze.status).toBeLessThan(300)
  const plan = `${at('alerted')}/release-plans/${id}`
  expect((await as.viewer.post(`${plan}/signals`, { reason: 'Alert.' })).status).toBe(403)
  const last = (await planOf('alerted')).milestones.at(-1).id
  expect((await as.owner.post(`${plan}/milestones/${last}/start`)).body.code).toBe('frozen')
  expect((await as.owner.post(`${plan}/signals`, { reason: 'The error budget is spent.' })).status).toBe(204)
  expect([await rolloutOf('alerted'), (await planOf('alerted')).pauseReason]).toEqual([
    ['5'],
    'The error budget is spent.',
  ])
  expect((await trail(db, 1)).map(({ type }) => type)).toEqual(['guard-tripped'])
  expect((await as.owner.post(`${plan}/signals`, { reason: 'The error budget is spent.' })).status).toBe(204)
  expect(await rolloutOf('alerted')).toEqual(['5'])
  await as.admin.delete(`/api/admin/freezes/${freeze.body.id}`)
  const [refused, proposed] = [
    await as.owner.put(`${plan}/guards/errors`, errors),
    await as.owner.put(`${plan}/guards/errors`, errors, { headers: { prefer: 'propose' } }),
  ]
  expect([refused.body.code, proposed.status]).toEqual(['protected', 202])
  expect(proposed.body.features[0].changes[0].action).toBe('updateReleasePlan')
})

test('a guarded rollout is reviewed like every other change, and then goes on by itself', async () => {
  await as.admin.post(`${home}/features`, { name: 'reviewed', type: 'release' })
  const { body: rule } = await as.admin.post(
    `${at('reviewed')}/strategies`,
    { name: 'flexibleRollout', parameters: { rollout: '2', stickiness: 'default', groupId: 'reviewed' } },
    why,
  )
  await as.admin.post(`${at('reviewed')}/on`, undefined, why)
  const sent = { strategyId: rule.id, steps: [5, 50], minimumMinutes: 60, guards: [errors] }
  expect((await as.owner.post(`${at('reviewed')}/ramp`, sent)).body.code).toBe('protected')
  const draft = await as.owner.post(`${at('reviewed')}/ramp`, sent, { headers: { prefer: 'propose' } })
  const of = draft.body.features.find(({ name }: { name: string }) => name === 'reviewed')
  expect(of.changes.map(({ action }: { action: string }) => action)).toEqual(['addReleasePlan'])
  const state = `${home}/change-requests/${draft.body.id}/state`
  expect((await as.owner.put(state, { state: 'In review' })).status).toBe(200)
  expect((await as.admin.put(state, { state: 'Approved' })).status).toBe(200)
  expect((await as.admin.put(state, { state: 'Applied' })).status).toBe(200)
  expect([await rolloutOf('reviewed'), await stepOf('reviewed')]).toEqual([['5'], '5 %'])
  const { id } = await planOf('reviewed')
  expect(await guardsOf('reviewed', id)).toHaveLength(1)
  await send('reviewed', [1_000, 1, 19_000, 190], 5)
  await watch()
  await letTimePass('reviewed')
  expect(await stepOf('reviewed')).toBe('50 %')
  for (let i = 0; i < 40; i++) await report([outcome('reviewed', [500, 100, 500, 5])])
  await watch()
  expect([await rolloutOf('reviewed'), await stepOf('reviewed')]).toEqual([['5'], '5 %'])
})

test('a guard goes back where the step before was for others, and a person may not', async () => {
  await as.admin.post(`${home}/features`, { name: 'other-callers', type: 'release' })
  const here = at('other-callers')
  await as.admin.post(`${here}/on`, undefined, why)
  const started = { steps: [10, 50], minimumMinutes: 60, guards: [errors] }
  const { id, milestones } = (await as.admin.post(`${here}/ramp`, started, why)).body
  const [first, second] = milestones
  const change = { parameters: { rollout: '80', stickiness: 'default', groupId: 'x' } }
  await as.admin.post(`${here}/release-plans/${id}/milestones/${second.id}/start`, undefined, why)
  await as.admin.put(`${here}/milestone-strategies/${first.strategies[0].id}`, change, why)
  const refused = await as.owner.post(`${here}/release-plans/${id}/signals`, { reason: 'Alert.' })
  expect([refused.status, refused.body.code, await stepOf('other-callers')]).toEqual([
    403,
    'beyondApproval',
    '50 %',
  ])
  for (let i = 0; i < 40; i++) await report([outcome('other-callers', [500, 100, 500, 5])])
  await watch()
  expect(await stepOf('other-callers')).toBe('10 %')
})

test('refusals say what to change', async () => {
  const dev = (flag: string) => at(flag, 'development')
  const steps = { steps: [50], minimumMinutes: 10 }
  await as.admin.post(`${home}/features`, { name: 'plain', type: 'release' })
  expect(
    (await as.admin.post(`${dev('plain')}/ramp`, { ...steps, steps: [50, 50] })).body.details[0].message,
  ).toBe('Each step is a higher percentage than the one before.')
  expect((await as.admin.post(`${dev('plain')}/ramp`, { ...steps, strategyId: 'none' })).status).toBe(404)
  const { body } = await as.admin.post(`${dev('plain')}/strategies`, {
    name: 'remoteAddress',
    parameters: { IPs: '::1' },
  })
  const other = await as.admin.post(`${dev('plain')}/ramp`, { ...steps, strategyId: body.id })
  expect([other.status, other.body.message]).toEqual([403, expect.stringContaining('Only a gradual rollout')])
  const { body: plan } = await as.admin.post(`${dev('plain')}/ramp`, steps)
  expect((await as.admin.post(`${dev('plain')}/ramp`, steps)).status).toBe(409)
  const guard = `${dev('plain')}/release-plans/${plan.id}/guards`
  expect((await as.admin.put(`${guard}/errors`, { source: 'internal', metric: 'errors' })).status).toBe(400)
  expect((await as.admin.put(`${guard}/errors`, { ...errors, base: 'uses' })).status).toBe(400)
  const external = { source: 'external', metric: 'errors', base: 'requests', label: 'not-a-label' }
  expect((await as.admin.put(`${guard}/errors`, external)).body.details[0].message).toContain('not-a-label')
  for (const id of ['a', 'b', 'c', 'd', 'e', 'a'])
    expect((await as.admin.put(`${guard}/${id}`, errors)).status).toBe(204)
  expect((await as.admin.put(`${guard}/f`, errors)).status).toBe(400)
  expect((await as.admin.delete(`${guard}/e`)).status).toBe(204)
  expect((await as.admin.delete(`${guard}/e`)).status).toBe(404)
  expect((await as.admin.get(`${guard}/none/series`)).status).toBe(404)
})
