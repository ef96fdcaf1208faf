import { expect, test } from 'vitest'
import { expectStatus } from './changes.ts'
import { openCrew } from './crew.ts'
import { startProxy } from './proxy.ts'
import { done, openReviews, type Planned } from './reviews.ts'
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
const { approved, move, outcome, schedule, comeDue } = await openReviews(first, database)

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
    await schedule(doomed, planned)
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
