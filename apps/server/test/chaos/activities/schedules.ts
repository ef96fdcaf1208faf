import { setTimeout as later } from 'node:timers/promises'
import { until } from '../until.ts'
import type { World } from '../world.ts'
import { type Activity, send } from './activity.ts'
import { makeRule } from './flags.ts'
import { appliedTwice, openReviews, valuesOf } from './reviews.ts'

const ENVIRONMENT = 'production'
const SOON_MS = 1_000
const TEMPORARY_MS = 5_000

const wakeUp = [
  `update jobs.job set start_after = now()
   where name = 'apply-scheduled-change-request' and state < 'active' and start_after <= now() + interval '1 minute'`,
  `insert into jobs.job (name, policy, heartbeat_seconds)
   select name, policy, heartbeat_seconds from jobs.queue where name = 'change-request-schedules' on conflict do nothing`,
]

type Stored = { id: number; state: string; reason: string | null; temporary: boolean; returns: number }
type Expected = { id: number; state: 'Scheduled' | 'Applied'; at: number }

/** Requests that are applied at a later time, and requests whose changes are reverted at a later time. */
export async function openSchedules(world: World, name: string): Promise<Activity> {
  const violations: string[] = []
  const rule = { flag: name, rule: await makeRule(world, { flag: name, environment: ENVIRONMENT }) }
  const reviews = await openReviews(world, ENVIRONMENT, violations)
  let expected: Expected[] = []
  let count = 0

  const stored = () =>
    world.query<Stored>(
      `select r.id, r.state, r.schedule_reason as reason, r.until is not null as temporary,
         (select count(*)::int from change_requests b where b.returns = r.id) as returns
       from change_requests r where r.environment = $1 order by r.id`,
      [ENVIRONMENT],
    )
  const countDue = async () => {
    const [row] = await world.query<{ count: number }>(
      `select count(*)::int as count from change_requests where state = 'Scheduled' and schedule_status = 'pending'`,
    )
    return row?.count ?? 0
  }
  /** The value that the requests in the database have given the rule, in the order in which they were applied. */
  async function lastApplied(): Promise<string> {
    const [row] = await world.query<{ value: string }>(
      `select c.payload -> 'parameters' ->> 'groupId' as value from events e
       join request_changes c on c.request::text = e.group_id
       where e.group_type = 'change-request' and c.flag = $1
         and e.type in ('change-request-applied', 'change-request-scheduled-application-success')
       order by e.revision desc limit 1`,
      [name],
    )
    return row?.value ?? 'start'
  }

  async function apply(id: number, isTemporary: boolean) {
    const at = performance.now()
    const state = isTemporary ? 'Applied' : 'Scheduled'
    const time = isTemporary ? {} : { scheduledAt: new Date(Date.now() + SOON_MS).toISOString() }
    const { outcome } = await reviews.move(id, state, time)
    if (outcome === 'acknowledged') expected.push({ id, state, at })
    await later(isTemporary ? TEMPORARY_MS : SOON_MS)
  }

  return {
    async step() {
      const isTemporary = ++count % 2 === 0
      const request = await reviews.request([rule], `${name}-${count}`)
      if (!request) return
      // One that could not be applied in time still has the end of an earlier attempt.
      await reviews.setUntil(request.id, isTemporary ? new Date(Date.now() + TEMPORARY_MS) : null)
      const read = await send(
        violations,
        world.servers[0],
        'GET',
        reviews.path(request.id),
        undefined,
        reviews.me,
      )
      const { edition } = read.body ?? {}
      if (read.outcome === 'acknowledged' && (await reviews.approve({ id: request.id, edition })))
        await apply(request.id, isTemporary)
    },
    lostSince(time) {
      expected = expected.filter(({ at }) => at < time)
    },
    async violations() {
      await until('scheduled requests are applied', async () => {
        for (const text of wakeUp) await world.query(text)
        const due = await countDue()
        return due === 0 || `${due} are due`
      })
      const rows = await stored()
      const found = new Map(rows.map((row) => [row.id, row]))
      for (const { id, state } of expected) {
        const row = found.get(id)
        const isEnded = row?.state === 'Applied' || (state === 'Scheduled' && row?.reason)
        if (!isEnded) violations.push(`request ${id} was ${state}, and is ${row?.state ?? 'missing'}`)
      }
      for (const { id, state, temporary, returns } of rows)
        if (temporary && state === 'Applied' && returns !== 1)
          violations.push(`the end of temporary request ${id} was planned ${returns} times`)
      const [value] = await valuesOf(world, [rule])
      const wanted = await lastApplied()
      if (value !== wanted) violations.push(`${name} is ${value}, but ${wanted} was applied last`)
      return [...violations, ...(await appliedTwice(world))]
    },
    acknowledged: () => expected.length,
  }
}
