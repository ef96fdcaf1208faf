import { expect, test } from 'vitest'
import { createFlag, expectStatus, rule, rulesOf } from './changes.ts'
import { openCrew } from './crew.ts'
import { isOneStep, openPlans } from './followed-plans.ts'
import { startProxy } from './proxy.ts'
import { done, openReviews } from './reviews.ts'
import type { Server } from './server.ts'

// Two people, or a person and a job, on two servers, one of which is killed before they are done.

/** After how many round trips to the database; long campaigns try every number. */
const MOMENTS = process.env.CLUSTER_ROUNDS
  ? Array.from({ length: 40 }, (_, index) => index + 1)
  : [2, 7, 13, 22]

const { url, database, start, kill, atEnd } = await openCrew()
const proxy = await startProxy(url)
atEnd(() => proxy.close())
const lasting = await start()
const { approved, move, outcome, schedule, comeDue, protect, propose } = await openReviews(lasting, database)
const plans = await openPlans(lasting, database)

const untouched = (state: string) => ({ state, rules: 0, applied: 0 })
/** The reply is lost if the server is killed before. */
const statusOf = (reply: Promise<{ status: number }>) =>
  reply.then(
    ({ status }) => status,
    () => 'lost' as const,
  )

/** Runs a race with a server that is killed after this many round trips, or when the race is over. */
async function race<T>(doomed: Server, trips: number, work: () => Promise<T>): Promise<T> {
  let seen = 0
  let killed: Promise<void> | undefined
  proxy.onTrip(() => {
    seen += 1
    if (seen === trips) killed = kill(doomed)
  })
  const result = await work()
  proxy.onTrip(() => {})
  await (killed ?? kill(doomed))
  return result
}

test.each(MOMENTS)('of four appliers one applies a request, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  const planned = await approved(lasting)
  const statuses = await race(doomed, trips, () =>
    Promise.all(
      [doomed, lasting, doomed, lasting].map((server) => statusOf(move(server, planned.id, 'Applied'))),
    ),
  )
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
  await expectStatus(move(lasting, planned.id, 'Applied'), 200, 400)
  expect(await outcome(planned)).toEqual(done)
})

test.each(MOMENTS)('a due request is applied or rejected, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  const planned = await approved(lasting)
  await schedule(doomed, planned)
  const [rejected] = await race(doomed, trips, async () => {
    await comeDue(planned)
    return Promise.all([
      statusOf(move(lasting, planned.id, 'Rejected')),
      statusOf(move(doomed, planned.id, 'Applied')),
    ])
  })
  const ended = rejected === 200 ? untouched('Rejected') : done
  await expect.poll(() => outcome(planned), { timeout: 120_000 }).toEqual(ended)
})

test.each(MOMENTS)('what is applied was approved, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  const [one, other] = trips % 2 ? [doomed, lasting] : [lasting, doomed]
  const planned = await approved(lasting)
  const late = `late in ${planned.flag}`
  const [applied, edited] = await race(doomed, trips, () =>
    Promise.all([statusOf(move(one, planned.id, 'Applied')), statusOf(propose(other, planned.flag, late))]),
  )
  const after = await outcome(planned)
  // The edit came first, or nothing did, or the request was applied as it was approved.
  expect([untouched('In review'), untouched('Approved'), done]).toContainEqual(after)
  if (applied === 200) expect(after).toEqual(done)
  if (applied === 'lost' && edited === 202) expect(after.state).not.toBe('Approved')
  const { rows } = await database.query('select from rules where title = $1', [late])
  expect(rows).toEqual([])
  const open = await database.query(
    "select id from change_requests where state in ('In review', 'Approved', 'Draft')",
  )
  for (const { id } of open.rows) await expectStatus(move(lasting, id, 'Cancelled'), 200)
})

test.each(MOMENTS)('no edit comes after the protection, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  const [one, other] = trips % 2 ? [doomed, lasting] : [lasting, doomed]
  const flag = `raced-${trips}`
  await expectStatus(createFlag(lasting, flag), 201)
  await expectStatus(protect(lasting, 'production', false), 204)
  const [guarded, edit] = await race(doomed, trips, () =>
    Promise.all([
      statusOf(protect(one, 'production', true)),
      statusOf(other.call('POST', rulesOf(flag, 'production'), rule(flag))),
    ]),
  )
  const isProtected = async () =>
    (await database.query("select from protections where environment = 'production'")).rows.length > 0
  if (guarded === 204) expect(await isProtected()).toBe(true)
  const { rows } = await database.query(
    `select e.revision < (select max(revision) from events where type = 'change-request-configuration-updated') as before
     from events e where flag = $1 and type = 'feature-strategy-add'`,
    [flag],
  )
  if (edit === 200) expect(rows).toHaveLength(1)
  if (edit === 403) expect(rows).toEqual([])
  if (await isProtected()) expect(rows.every(({ before }) => before)).toBe(true)
})

test.each(MOMENTS)('a plan that is paused takes one step at most, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  await expectStatus(protect(lasting, 'development', false), 204)
  const one = await plans.follow(lasting)
  await race(doomed, trips, async () => {
    await plans.comeDue([one])
    await expectStatus(lasting.call('POST', `${plans.at(one.flag)}/release-plans/${one.plan}/pause`, {}), 204)
  })
  await jobsEnd()
  const after = await plans.outcome(one)
  isOneStep(after)
  expect(after.paused).toBe(true)
})

test.each(MOMENTS)('a harmful rollout does not go on, killed after %i', async (trips) => {
  const doomed = await start(proxy.url)
  await expectStatus(protect(lasting, 'development', false), 204)
  const one = await plans.follow(lasting)
  await race(doomed, trips, async () => {
    await plans.comeDue([one])
    const signal = { reason: 'Checkout fails' }
    await expectStatus(
      lasting.call('POST', `${plans.at(one.flag)}/release-plans/${one.plan}/signals`, signal),
      204,
    )
  })
  await jobsEnd()
  const { paused, rollouts } = await plans.outcome(one)
  expect([['1'], ['50']]).toContainEqual(rollouts)
  expect(paused).toBe(true)
})

/** Waits for all jobs, also those of the server that was killed. */
async function jobsEnd() {
  await database.query(
    "update jobs.job set state = 'retry', start_after = now() where name = 'progress-release-plan' and state = 'active'",
  )
  const countJobs = async (): Promise<number> =>
    (
      await database.query(
        "select count(*)::int as count from jobs.job where name = 'progress-release-plan' and state < 'completed' and start_after <= now()",
      )
    ).rows[0].count
  await expect.poll(countJobs, { timeout: 120_000 }).toBe(0)
}
