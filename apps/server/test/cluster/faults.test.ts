import { afterAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/database.ts'
import { createFlag } from './changes.ts'
import { countFrom, findBreak, published, revisions } from './check.ts'
import { makePostgres } from './postgres.ts'
import { REAL_BUDGET, type Server, startServer } from './server.ts'

/** `.ci/long` makes more. */
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 5)
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

/** Writers that create flags until stopped. Each attempt has its status, or 0 if there was no response. */
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
    /** Waits for this many more acknowledged changes. */
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

/** Waits until no statement is pending in the database, since those of a killed server can still take effect. */
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

/** Every acknowledged flag exists and has exactly one event. */
async function expectNothingLost(outcomes: Outcome[]) {
  const { flags, events } = await created()
  expect(names(outcomes, 201).filter((name) => !flags.has(name))).toEqual([])
  expect([...flags].sort()).toEqual([...events].sort())
  const all = await revisions(database)
  expect(all).toEqual(countFrom(1, all.length))
  expect(await findBreak(database)).toBeUndefined()
}

test(`killing a server during writes loses no acknowledged change, ${ROUNDS} rounds`, async () => {
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

test(`killing PostgreSQL during writes loses no acknowledged change, ${ROUNDS} rounds`, async () => {
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

test('while PostgreSQL is frozen for 20 s, writes still get a response, and a write refused with 503 never takes effect', async () => {
  const running = burst('frozen')
  await running.acknowledged(1)
  postgres.freeze()
  await later(20_000)
  // `pnpm bench delivery` measures the response time; here it is enough that every writer gets several responses.
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
