import { expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT, rule, rulesOf } from './changes.ts'
import { openCrew } from './crew.ts'
import { startProxy } from './proxy.ts'
import type { Server } from './server.ts'

const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 4) * 5
/** Long campaigns try every step. */
const STRIDE = process.env.CLUSTER_ROUNDS ? 1 : 3
const MOST_STEPS = 40

const { url, database, start, kill, atEnd } = await openCrew()
const proxy = await startProxy(url)
atEnd(() => proxy.close())

const first = await start()
const second = await start()
const me = await signIn(first)
await expectStatus(
  first.call(
    'PUT',
    `${PROJECT}/environments/development/change-requests/config`,
    { changeRequestsEnabled: true },
    me,
  ),
  204,
)

async function signIn(server: Server): Promise<Record<string, string>> {
  const body = { username: 'admin', password: 'Correct-horse-7' }
  const { headers } = await server.call('POST', '/auth/simple/login', body, { authorization: '' })
  return {
    authorization: '',
    cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
    'x-change-reason': 'tests',
  }
}

type Planned = { id: number; flag: string; title: string }
let count = 0

/** An approved request that adds a rule with this title to a new flag. */
async function approved(server: Server): Promise<Planned> {
  const flag = `reviewed-${++count}`
  await expectStatus(createFlag(server, flag), 201)
  const title = `rule of ${flag}`
  const proposed = await server.call('POST', rulesOf(flag), rule(title), { ...me, prefer: 'propose' })
  expect(proposed.status).toBe(202)
  const { id } = proposed.body
  await expectStatus(move(server, id, 'In review'), 200)
  await expectStatus(move(server, id, 'Approved'), 200)
  return { id, flag, title }
}
const move = (server: Server, id: number, state: string, more: object = {}) =>
  server.call('PUT', `${PROJECT}/change-requests/${id}/state`, { state, ...more }, me)

/** The state of a request, whether its rule exists, and how often it was applied. */
async function outcome({ id, flag, title }: Planned) {
  const { rows } = await database.query(
    `select r.state, (select count(*)::int from rules where flag = $2 and title = $3) as rules,
       (select count(*)::int from events where group_type = 'change-request' and group_id = $1::text
         and type in ('change-request-applied', 'change-request-scheduled-application-success')) as applied
     from change_requests r where r.id = $1::int`,
    [id, flag, title],
  )
  return rows[0]
}
const done = { state: 'Applied', rules: 1, applied: 1 }

/** Kills a server once the database has executed this many round trips of the transaction that applies a request. */
function killAfter(server: Server, steps: number): { killed: Promise<void>; seen(): number } {
  let applying: object | undefined
  let seen = 0
  const killed = new Promise<void>((resolve) => {
    proxy.onTrip((sent, connection) => {
      if (!applying && /change_requests[^\0]*for update/i.test(sent.toString('latin1'))) applying = connection
      if (connection !== applying) return
      seen += 1
      if (seen === steps) resolve(kill(server))
    })
  })
  return { killed, seen: () => seen }
}

test('four appliers on two servers apply a request once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const planned = await approved(first)
    const replies = await Promise.all(
      [first, second, first, second].map((server) => move(server, planned.id, 'Applied')),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    expect(await outcome(planned)).toEqual(done)
  }
})

test('a server that is killed while it applies a request has applied all of it or nothing', async () => {
  const found = new Set<string>()
  for (let steps = 1; steps <= MOST_STEPS; steps += STRIDE) {
    const doomed = await start(proxy.url)
    const planned = await approved(first)
    const { killed, seen } = killAfter(doomed, steps)
    await move(doomed, planned.id, 'Applied').catch(() => undefined)
    const after = await outcome(planned)
    expect([{ state: 'Approved', rules: 0, applied: 0 }, done]).toContainEqual(after)
    found.add(after.state)
    const isOver = seen() < steps
    await (isOver ? kill(doomed) : killed)
    // The database may still commit what it got before the server was killed.
    await expectStatus(move(first, planned.id, 'Applied'), 200, 400)
    expect(await outcome(planned)).toEqual(done)
    if (isOver) break
  }
  expect([...found].sort()).toEqual(['Applied', 'Approved'])
})

test('servers that are killed while they apply scheduled requests leave them to the next one, once', async () => {
  await Promise.all([first, second].map(kill))
  const all: Planned[] = []
  for (let steps = 1; steps <= MOST_STEPS; steps += 2 * STRIDE) {
    const doomed = await start(proxy.url)
    const planned = await approved(doomed)
    all.push(planned)
    const scheduledAt = new Date(Date.now() + 86_400_000).toISOString()
    await expectStatus(move(doomed, planned.id, 'Scheduled', { scheduledAt }), 200)
    const { killed, seen } = killAfter(doomed, steps)
    await comeDue(planned)
    const isEnded = async () => seen() >= steps || (await outcome(planned)).state === 'Applied'
    await expect.poll(isEnded, { timeout: 120_000 }).toBe(true)
    const isOver = seen() < steps
    await (isOver ? kill(doomed) : killed)
    expect([{ state: 'Scheduled', rules: 0, applied: 0 }, done]).toContainEqual(await outcome(planned))
    if (isOver) break
  }
  await start()
  for (const planned of all)
    await expect.poll(() => outcome(planned), { timeout: 240_000, interval: 500 }).toEqual(done)
}, 600_000)

/** Lets the time of a request come, and that of its job. */
async function comeDue({ id }: Planned) {
  await database.query(
    "update change_requests set scheduled_at = now() - interval '1 second' where id = $1",
    [id],
  )
  await database.query("update jobs.job set start_after = now() where data ->> 'id' = $1", [String(id)])
}
