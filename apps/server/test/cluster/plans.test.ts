import { expect, test } from 'vitest'
import { expectStatus } from './changes.ts'
import { openCrew } from './crew.ts'
import { type Followed, isOneStep, openPlans, progressed } from './followed-plans.ts'
import { startProxy } from './proxy.ts'

const PLANS = 10
/** Long campaigns try every step. */
const STRIDE = process.env.CLUSTER_ROUNDS ? 1 : 4
const MOST_STEPS = 40

const { url, database, start, kill, atEnd } = await openCrew()
const proxy = await startProxy(url)
atEnd(() => proxy.close())

const first = await start()
const second = await start()
const { at, follow, comeDue, outcome } = await openPlans(first, database)

test('plans that are long overdue take one step each, on two servers, while people pause half of them', async () => {
  const followed = await Promise.all(
    Array.from({ length: PLANS }, (_, index) => follow(index % 2 === 0 ? first : second)),
  )
  const paused = followed.filter((_, index) => index % 2 === 0)
  const pausing = paused.map(({ flag, plan }) =>
    expectStatus(second.call('POST', `${at(flag)}/release-plans/${plan}/pause`, {}), 204),
  )
  await Promise.all([comeDue(followed), ...pausing])
  const running = followed.filter((one) => !paused.includes(one))
  for (const one of running) await expect.poll(() => outcome(one), { timeout: 120_000 }).toEqual(progressed)
  for (const one of followed) isOneStep(await outcome(one))
})

test('a rollout that is reported as harmful while its next step is due does not go on', async () => {
  const followed = await Promise.all(
    Array.from({ length: PLANS }, (_, index) => follow(index % 2 === 0 ? first : second)),
  )
  await comeDue(followed)
  const rolloutOf = async (one: Followed) => (await outcome(one)).rollouts
  for (const one of followed) await expect.poll(() => rolloutOf(one), { timeout: 120_000 }).toEqual(['50'])
  const signals = followed.map(({ flag, plan }, index) =>
    expectStatus(
      (index % 2 ? first : second).call('POST', `${at(flag)}/release-plans/${plan}/signals`, {
        reason: 'Checkout fails',
      }),
      204,
    ),
  )
  await Promise.all([comeDue(followed), ...signals])
  // Jobs that found nothing to do have ended, too.
  await expect.poll(waitingJobs, { timeout: 120_000 }).toBe(0)
  for (const one of followed) {
    const { paused, rollouts } = await outcome(one)
    expect([['1'], ['50']]).toContainEqual(rollouts)
    expect(paused).toBe(true)
  }
})

async function waitingJobs(): Promise<number> {
  const { rows } = await database.query(
    "select count(*)::int as count from jobs.job where name = 'progress-release-plan' and state < 'completed' and start_after <= now()",
  )
  return rows[0].count
}

test('a server that is killed while it starts a milestone leaves the plan as it was, or one step further', async () => {
  await Promise.all([first, second].map(kill))
  const all: Followed[] = []
  for (let steps = 1; steps <= MOST_STEPS; steps += STRIDE) {
    const doomed = await start(proxy.url)
    const one = await follow(doomed)
    all.push(one)
    let progressing: object | undefined
    let seen = 0
    const killed = new Promise<void>((resolve) => {
      proxy.onTrip((sent, connection) => {
        if (!progressing && /release_plans[^\0]*flag = any/i.test(sent.toString('latin1')))
          progressing = connection
        if (connection !== progressing) return
        seen += 1
        if (seen === steps) resolve(kill(doomed))
      })
    })
    await comeDue([one])
    const isEnded = async () => seen >= steps || (await outcome(one)).started === 1
    await expect.poll(isEnded, { timeout: 120_000 }).toBe(true)
    const isOver = seen < steps
    await (isOver ? kill(doomed) : killed)
    isOneStep(await outcome(one))
    if (isOver) break
  }
  await start()
  for (const one of all)
    await expect.poll(() => outcome(one), { timeout: 240_000, interval: 500 }).toEqual(progressed)
}, 600_000)
