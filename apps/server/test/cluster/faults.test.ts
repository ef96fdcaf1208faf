import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createFlag } from './changes.ts'
import { countFrom, findBreak, published, revisions } from './check.ts'
import { makePostgres } from './postgres.ts'
import { REAL_BUDGET, type Server, startServer } from './server.ts'

const ROUNDS = 10
const WRITERS = 6

const postgres = await makePostgres()
const start = () => startServer(postgres.url, REAL_BUDGET)
let servers: Server[] = [await start(), await start()]
let database: Database = openDatabase({ url: postgres.url, poolSize: 4 })

afterAll(async () => {
  for (const server of servers) if (process.env.TEST_LOG) process.stdout.write(server.log())
  await Promise.all(servers.map((server) => server.kill()))
  await database.close()
  await postgres.remove()
})

type Outcome = { name: string; status: number }

/** Writers that create flags until told to end; each attempt with what became of it, 0 when no answer came. */
function burst(prefix: string) {
  const outcomes: Outcome[] = []
  let going = true
  let next = 0
  const writer = async (index: number) => {
    while (going) {
      const name = `${prefix}-${next++}`
      const server = servers[index % servers.length]
      if (!server) return
      const status = await createFlag(server, name).then(
        (reply) => reply.status,
        () => 0,
      )
      outcomes.push({ name, status })
      if (status !== 201) await new Promise((done) => setTimeout(done, 20))
    }
  }
  const writers = Array.from({ length: WRITERS }, (_, index) => writer(index))
  return {
    outcomes,
    /** Waits until so many more changes were acknowledged. */
    async acknowledged(more: number) {
      const wanted = names(outcomes, 201).length + more
      await expect.poll(() => names(outcomes, 201).length, { interval: 10 }).toBeGreaterThanOrEqual(wanted)
    },
    async end() {
      going = false
      await Promise.all(writers)
      return outcomes
    },
  }
}

const later = (ms: number) => new Promise((done) => setTimeout(done, ms))
const names = (outcomes: Outcome[], status: number) =>
  outcomes.filter((outcome) => outcome.status === status).map((outcome) => outcome.name)

/** What was sent to the database before its server or itself was stopped may still come true; not after this. */
async function quiet() {
  const open = `select 1 from pg_stat_activity where application_name like 'flagstaff%'
    and pid <> pg_backend_pid() and (state = 'active' or state like 'idle in transaction%')`
  await expect.poll(async () => (await database.pool.query(open)).rows.length, { interval: 10 }).toBe(0)
}

async function created(): Promise<{ flags: Set<string>; events: string[] }> {
  await quiet()
  const { rows: flags } = await database.pool.query<{ name: string }>('select name from flags')
  const { rows: events } = await database.pool.query<{ flag: string }>(
    "select flag from events where type = 'feature-created'",
  )
  return { flags: new Set(flags.map(({ name }) => name)), events: events.map(({ flag }) => flag) }
}

/** Nothing acknowledged is missing, and every flag has its one event. */
async function expectNothingLost(outcomes: Outcome[]) {
  const { flags, events } = await created()
  expect(names(outcomes, 201).filter((name) => !flags.has(name))).toEqual([])
  expect([...flags].sort()).toEqual([...events].sort())
  const all = await revisions(database)
  expect(all).toEqual(countFrom(1, all.length))
  expect(await findBreak(database)).toBeUndefined()
}

test(`a server killed in the middle of a burst loses nothing it acknowledged, ${ROUNDS} rounds`, async () => {
  const outcomes: Outcome[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const running = burst(`kill-${round}`)
    await running.acknowledged(6)
    await later(Math.random() * 350)
    await servers[0]?.kill()
    outcomes.push(...(await running.end()))
    servers = [await start(), ...servers.slice(1)]
  }
  expect(names(outcomes, 201).length).toBeGreaterThan(ROUNDS * 5)
  await expectNothingLost(outcomes)
})

test(`PostgreSQL killed in the middle of a burst loses nothing, ${ROUNDS} rounds`, async () => {
  const outcomes: Outcome[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const running = burst(`crash-${round}`)
    await running.acknowledged(6)
    await later(Math.random() * 350)
    postgres.kill()
    await later(200)
    await postgres.start()
    outcomes.push(...(await running.end()))
    await expect
      .poll(async () => (await createFlag(servers[0] as Server, `back-${round}-${Math.random()}`)).status)
      .toBe(201)
  }
  await database.close()
  database = openDatabase({ url: postgres.url, poolSize: 4 })
  expect(names(outcomes, 201).length).toBeGreaterThan(ROUNDS * 5)
  await expectNothingLost(outcomes)
})

test('with PostgreSQL frozen for 20 s writes are answered all the while, and what was answered 503 never comes true', async () => {
  const running = burst('frozen')
  await running.acknowledged(1)
  postgres.freeze()
  await later(20_000)
  // How long one answer takes is a figure of `pnpm bench delivery`; here every writer gets several, frozen or not.
  await expect.poll(() => names(running.outcomes, 503).length).toBeGreaterThan(5 * WRITERS)
  postgres.thaw()
  await running.acknowledged(1)
  const outcomes = await running.end()
  const refused = names(outcomes, 503)
  const { flags } = await created()
  expect(refused.filter((name) => flags.has(name))).toEqual([])
  expect(new Set(outcomes.map((outcome) => outcome.status)).difference(new Set([201, 503, 504]))).toEqual(
    new Set(),
  )
  await expectNothingLost(outcomes)
  const { live, compiled } = await published(database)
  expect(live).toEqual(compiled)
})
