import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, harmful, harmless, openRollouts, outcome } from '../../../test/guarded.ts'

const { as, db, client, watch, tokenFor, report, makeFlag, ramp, planOf, guardsOf, stepOf, isOn } =
  await openRollouts()

test('a report that is sent again counts once', async () => {
  const rule = await makeFlag('repeated')
  const { id } = await ramp('repeated', {}, rule)
  for (const key of ['one', 'one', 'two'])
    await report([outcome('repeated', harmless)], { 'idempotency-key': key })
  await Promise.all([watch(), watch()])
  await watch()
  expect((await guardsOf('repeated', id))[0]).toMatchObject({ batches: 2, enabled: { uses: 200, events: 2 } })
  const { body } = await as.admin.get(`${at('repeated')}/release-plans/${id}/guards/guard-1/series`)
  expect(
    body.points.reduce((sum: number, point: { enabled: { uses: number } }) => sum + point.enabled.uses, 0),
  ).toBe(200)
})

test('an edge passes reports on, within the projects of its token', async () => {
  const rule = await makeFlag('behind-an-edge')
  const { id } = await ramp('behind-an-edge', {}, rule)
  const passed = (projects: unknown, outcomes: object[] = [outcome('behind-an-edge', harmless)]) => ({
    projects,
    outcomes,
  })
  const sent = [passed(['default']), passed(['*']), passed(['other']), passed('default'), null]
  const post = async (outcomes: unknown, projects?: string[]) =>
    client({ authorization: await tokenFor('backend', projects) }).post('/api/client/metrics/bulk', {
      applications: [],
      metrics: [],
      outcomes,
    })
  expect((await post(sent)).status).toBe(202)
  expect((await post([passed(['default']), passed(['*'])], ['other'])).status).toBe(202)
  expect((await post({ more: 1 })).status).toBe(202)
  await watch()
  expect((await guardsOf('behind-an-edge', id))[0].batches).toBe(2)
})

test('fewer events can be what is worse', async () => {
  const rule = await makeFlag('orders')
  const guards = [{ source: 'outcomes', metric: 'orders', name: 'Orders', worse: 'lower', action: 'pause' }]
  const { id } = await ramp('orders', { guards, steps: [50, 100] }, rule)
  for (let i = 0; i < 60; i++) await report([outcome('orders', [5_000, 400, 5_000, 1_000], 'orders')])
  await watch()
  const [guard] = await guardsOf('orders', id)
  expect(guard).toMatchObject({
    state: 'regressed',
    enabled: { uses: 300_000, events: 24_000 },
    disabled: { uses: 300_000, events: 60_000 },
  })
  expect(guard.ratio).toBeCloseTo(2.5)
  expect([await stepOf('orders'), (await planOf('orders')).pauseReason]).toEqual([
    '50 %',
    'Orders: 8 % with the flag on, 20 % with it off. The limit is 1.25 times as bad.',
  ])
})

test('nobody outside can trip or blind a guard', async () => {
  const rule = await makeFlag('attacked')
  const { id } = await ramp('attacked', {}, rule)
  const sent = { appName: 'shop', outcomes: [outcome('attacked', harmful)] }
  const frontend = await tokenFor('frontend')
  const elsewhere = await tokenFor('backend', ['other'])
  expect((await client({ authorization: frontend }).post('/api/client/outcomes', sent)).status).toBe(403)
  expect((await client({}).post('/api/client/outcomes', sent)).status).toBe(401)
  expect((await client({ authorization: elsewhere }).post('/api/client/outcomes', sent)).status).toBe(202)
  const now = new Date().toISOString()
  await client({ authorization: frontend }).post('/api/frontend/client/metrics', {
    appName: 'shop',
    bucket: { start: now, stop: now, toggles: {} },
    outcomes: sent.outcomes,
  })
  await watch()
  expect((await guardsOf('attacked', id))[0].batches).toBe(0)
  const impossible = await report([outcome('attacked', [1, 2, 0, 0])])
  expect([impossible.status, impossible.body.message]).toEqual([
    400,
    'errors has more events than uses. Count every use of the flag.',
  ])
  expect((await report([outcome('attacked', [-1, 0, 0, 0])])).status).toBe(400)
  expect((await report(Array.from({ length: 101 }, () => outcome('attacked', harmless)))).status).toBe(400)
})

test('what is sent with a frontend token feeds no guard of a metric', async () => {
  const rule = await makeFlag('checkout-v2')
  const guards = [{ source: 'internal', metric: 'checkout_errors', base: 'checkouts', action: 'off' }]
  const { id } = await ramp('checkout-v2', { guards }, rule)
  const send = async (type: 'backend' | 'frontend', bad: number) => {
    const now = new Date().toISOString()
    const counter = (name: string, on: number, off: number) => ({
      name,
      help: '',
      type: 'counter',
      samples: [
        { value: on, labels: { 'checkout-v2': 'enabled' } },
        { value: off, labels: { 'checkout-v2': 'disabled' } },
      ],
    })
    const path = type === 'backend' ? '/api/client/metrics' : '/api/frontend/client/metrics'
    await client({ authorization: await tokenFor(type) }).post(path, {
      appName: 'shop',
      instanceId: 'one',
      bucket: { start: now, stop: now, toggles: {} },
      impactMetrics: [counter('checkouts', 100, 1_900), counter('checkout_errors', bad, 19)],
    })
  }
  // As if what was just sent were another minute, again and again.
  const minutes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await sql`update impact_minutes set minute = date_trunc('minute', now()) - interval '3 minutes'
        where series_id in (select id from impact_series where metric like 'checkout%')`.execute(db)
      await sql`update guard_states set read_until = date_trunc('minute', now()) - interval '3 minutes'
        where plan = ${id}`.execute(db)
      await watch()
    }
  }
  await send('frontend', 100)
  await minutes(2)
  expect((await guardsOf('checkout-v2', id))[0].batches).toBe(0)
  await send('backend', 30)
  await minutes(3)
  expect((await guardsOf('checkout-v2', id))[0]).toMatchObject({
    batches: 3,
    enabled: { uses: 300, events: 90 },
    disabled: { uses: 5_700, events: 57 },
  })
  await minutes(20)
  expect(await isOn('checkout-v2')).toBe(false)
})

test('what was reported, and what the project used before, is suggested', async () => {
  const { body: suggested } = await as.admin.get(`${at('repeated')}/guards`)
  expect(suggested.outcomes.map(({ metric }: { metric: string }) => metric)).toEqual(['errors'])
  expect(suggested.guards.map(({ name }: { name: string }) => name)).toContain('Orders')
})
