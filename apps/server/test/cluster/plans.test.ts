import { expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import { openCrew } from './crew.ts'
import { startProxy } from './proxy.ts'
import type { Server } from './server.ts'

const PLANS = 10
/** Long campaigns try every step. */
const STRIDE = process.env.CLUSTER_ROUNDS ? 1 : 4
const MOST_STEPS = 40

const { url, database, start, kill, atEnd } = await openCrew()
const proxy = await startProxy(url)
atEnd(() => proxy.close())

const first = await start()
const second = await start()
const at = (flag: string) => `${PROJECT}/features/${flag}/environments/development`
const step = (rollout: string) => ({
  name: `To ${rollout} %`,
  sortOrder: Number(rollout),
  transitionCondition: { intervalMinutes: 60 },
  strategies: [{ sortOrder: 0, name: 'flexibleRollout', parameters: { rollout, stickiness: 'default' } }],
})
const template = await first.call('POST', '/api/admin/release-plan-templates', {
  name: 'Steps',
  milestones: ['1', '50', '100'].map(step),
})
expect(template.status).toBe(200)

type Followed = { flag: string; plan: string }
let count = 0
/** A flag that is on and follows a plan. */
async function follow(server: Server): Promise<Followed> {
  const flag = `released-${++count}`
  await expectStatus(createFlag(server, flag), 201)
  await expectStatus(server.call('POST', `${at(flag)}/on`), 200)
  const { status, body } = await server.call('POST', `${at(flag)}/release-plans`, {
    templateId: template.body.id,
  })
  expect(status).toBe(200)
  return { flag, plan: body.id }
}

/** Lets milestones be due, three days ago, and wakes up their jobs several times. */
async function comeDue(followed: readonly Followed[]) {
  const plans = followed.map(({ plan }) => plan)
  await database.query("update release_plans set due_at = now() - interval '3 days' where id = any($1)", [
    plans,
  ])
  await database.query(
    `insert into jobs.job (name, data, retry_limit) select name, data, 5 from jobs.job, generate_series(1, 9)
     where name = 'progress-release-plan' and data ->> 'plan' = any($1)`,
    [plans],
  )
  await database.query("update jobs.job set start_after = now() where data ->> 'plan' = any($1)", [plans])
}

/** The active milestone, the rules that come from the plan, and how often a milestone was started. */
async function outcome({ plan, flag }: Followed) {
  const { rows } = await database.query(
    `select m ->> 'name' as active, p.paused_at is not null as paused,
       array(select r.parameters ->> 'rollout' from rules r where r.flag = $2 and r.title is null
         and exists (select from jsonb_path_query(p.milestones, '$[*].strategies[*].id') s where s #>> '{}' = r.id))
         as rollouts,
       (select count(*)::int from events where flag = $2 and type = 'release-plan-milestone-started') as started
     from release_plans p, jsonb_array_elements(p.milestones) m
     where p.id = $1 and m ->> 'id' = p.active_milestone`,
    [plan, flag],
  )
  return rows[0]
}
const waiting = { active: 'To 1 %', rollouts: ['1'], started: 0, paused: false }
const progressed = { active: 'To 50 %', rollouts: ['50'], started: 1, paused: false }
const isOneStep = (found: object) =>
  expect([waiting, progressed, { ...waiting, paused: true }, { ...progressed, paused: true }]).toContainEqual(
    found,
  )

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
