import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT, rulesOf } from './changes.ts'
import { openCrew } from './crew.ts'
import { endSdk, startSdk } from './sdk.ts'
import { BACKEND_TOKEN, type Server } from './server.ts'

const INSTANCES = 6
const CALLERS = 400

const { database, start, kill } = await openCrew()
const first = await start()
const second = await start()
const at = (flag: string) => `${PROJECT}/features/${flag}/environments/development`

/** A flag that is on, with a rollout to these steps that is guarded by errors. */
async function ramp(flag: string, steps: number[]) {
  await expectStatus(createFlag(first, flag), 201)
  const rule = await expectStatus(
    first.call('POST', rulesOf(flag), { name: 'flexibleRollout', parameters: { rollout: '100' } }),
    200,
  )
  await expectStatus(first.call('POST', `${at(flag)}/on`), 200)
  const plan = await expectStatus(
    first.call('POST', `${at(flag)}/ramp`, {
      strategyId: rule.id,
      steps,
      minimumMinutes: 60,
      guards: [{ name: 'Checkout errors', source: 'outcomes', metric: 'errors' }],
    }),
    200,
  )
  return plan as { id: string; milestones: { id: string }[] }
}

type Counts = { uses: number; events: number }
/** Sends a report until it is acknowledged, each time to the other server. */
async function report(flag: string, enabled: Counts, disabled: Counts, servers: readonly Server[]) {
  const body = { appName: 'shop', outcomes: [{ featureName: flag, metric: 'errors', enabled, disabled }] }
  const headers = { authorization: BACKEND_TOKEN, 'idempotency-key': randomUUID() }
  for (let attempt = 0; ; attempt++) {
    const server = servers[attempt % servers.length] as Server
    const reply = await server.call('POST', '/api/client/outcomes', body, headers).catch(() => undefined)
    if (reply?.status === 202) return
    if (attempt > 200) throw new Error(`never acknowledged: ${reply?.status}`)
  }
}

const totalsOf = async (plan: string) => {
  const { rows } = await database.query(
    `select sum(on_uses)::int as "onUses", sum(on_events)::int as "onEvents", sum(off_uses)::int as "offUses",
       sum(off_events)::int as "offEvents" from guard_minutes where plan = $1`,
    [plan],
  )
  return rows[0]
}

test('a flag that does harm is taken back, and the applications see it', async () => {
  const flag = 'checkout-v2'
  const plan = await ramp(flag, [10, 50, 100])
  const [, half] = plan.milestones
  await expectStatus(
    first.call('POST', `${at(flag)}/release-plans/${plan.id}/milestones/${half?.id}/start`),
    200,
  )
  const sdks = await Promise.all(
    Array.from({ length: INSTANCES }, (_, index) => startSdk((index % 2 ? first : second).url, 'polling')),
  )
  const shareOn = () => {
    const callers = Array.from({ length: CALLERS }, (_, index) => ({ userId: `user-${index}` }))
    return callers.filter((context) => sdks[0]?.isEnabled(flag, context)).length / CALLERS
  }
  await expect.poll(shareOn, { timeout: 30_000 }).toBeGreaterThan(0.4)

  let isOver = false
  const isStopped = async () => {
    const { body } = await second.call('GET', `${at(flag)}/release-plans`)
    return body[0].pausedAt !== null
  }
  const work = sdks.map(async (sdk, instance) => {
    for (let round = 0; !isOver; round++) {
      const enabled = { uses: 0, events: 0 }
      const disabled = { uses: 0, events: 0 }
      for (let caller = 0; caller < CALLERS; caller++) {
        const isOn = sdk.isEnabled(flag, { userId: `user-${caller}` })
        const side = isOn ? enabled : disabled
        side.uses += 1
        // One in ten calls fails with the flag, one in a hundred without it.
        if ((caller * 7 + round * 13 + instance) % (isOn ? 10 : 100) === 0) side.events += 1
      }
      await report(flag, enabled, disabled, [first, second])
      await new Promise((done) => setTimeout(done, 500))
    }
  })
  await expect.poll(isStopped, { timeout: 120_000, interval: 500 }).toBe(true)
  isOver = true
  await Promise.all(work)

  await expect.poll(shareOn, { timeout: 30_000 }).toBeLessThan(0.2)
  for (const sdk of sdks) endSdk(sdk)
  const { body } = await first.call('GET', at(flag))
  expect([body.enabled, body.strategies[0].parameters.rollout]).toEqual([true, '10'])
  expect(body.releasePlans[0].pauseReason).toMatch(/^Checkout errors: .* with the flag on, .* with it off\./)
  const { rows } = await database.query(
    "select data from events where type = 'guard-tripped' and flag = $1",
    [flag],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].data).toMatchObject({ name: 'Checkout errors', done: 'back' })
}, 300_000)

test('every acknowledged report counts once, while servers are killed', async () => {
  const flag = 'counted'
  const plan = await ramp(flag, [10])
  const servers = [first, second]
  const sent = { onUses: 0, onEvents: 0, offUses: 0, offEvents: 0 }
  let isOver = false
  const senders = [0, 1, 2].map(async () => {
    while (!isOver) {
      const [enabled, disabled] = [
        { uses: 10, events: 1 },
        { uses: 90, events: 9 },
      ]
      await report(flag, enabled, disabled, servers)
      sent.onUses += enabled.uses
      sent.onEvents += enabled.events
      sent.offUses += disabled.uses
      sent.offEvents += disabled.events
      await new Promise((done) => setTimeout(done, 20))
    }
  })
  for (let round = 0; round < 3; round++) {
    const before = (await totalsOf(plan.id)).onUses ?? 0
    // While one folds, in the middle of its interval.
    await expect
      .poll(async () => (await totalsOf(plan.id)).onUses ?? 0, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(before)
    await kill(servers[round % 2] as Server)
    servers[round % 2] = await start()
  }
  isOver = true
  await Promise.all(senders)
  await expect.poll(() => totalsOf(plan.id), { timeout: 60_000, interval: 500 }).toEqual(sent)
  const { rows } = await database.query('select count(*)::int as left from guard_batches where plan = $1', [
    plan.id,
  ])
  expect(rows[0].left).toBe(0)
}, 300_000)
