import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus } from './changes.ts'
import { query as ask, makePostgres } from './postgres.ts'
import { keepSending, reportVariant } from './senders.ts'
import { REAL_BUDGET, type Server, startServer } from './server.ts'

// Two servers take counts and fold them while processes are killed. Every report has a variant that no other report has,
// so a lost one and one that was counted twice are both found.

/** `.ci/long` makes more. */
const ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 2)
const SENDERS = 8
const soon = { interval: 50, timeout: 60_000 }

const postgres = await makePostgres()
const start = () => startServer(postgres.url, REAL_BUDGET)
const servers: [Server, Server] = [await start(), await start()]
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  await postgres.remove()
})

const query = <Row extends pg.QueryResultRow>(text: string) => ask<Row>(postgres.url, text)

const sendReports = (prefix: string) => keepSending(servers, SENDERS, prefix, reportVariant)

type Stored = { variant: string; yes: number }
const readCounts = (table: 'usage_counts' | 'usage_hours') =>
  query<Stored>(`select variant, sum(yes)::int as yes from ${table} where variant <> '' group by variant`)
const unfolded = () => query('select id from usage_log')

/** Every acknowledged report is stored once, and no other more than once. */
async function expectExact({ sent, acknowledged }: { sent: Set<string>; acknowledged: string[] }) {
  await expect.poll(unfolded, soon).toEqual([])
  const stored = (await readCounts('usage_hours')).filter(({ variant }) => sent.has(variant))
  expect(stored.filter(({ yes }) => yes !== 1)).toEqual([])
  const found = new Set(stored.map(({ variant }) => variant))
  expect(acknowledged.filter((variant) => !found.has(variant))).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
}

/** Folding takes so long that a process can be killed in it. */
const slowDown = () =>
  query(`
    create or replace function wait_a_little() returns trigger language plpgsql as $$
      begin perform pg_sleep(0.01); return new; end $$;
    create trigger slow before insert or update on usage_hours for each row execute function wait_a_little()`)
const speedUp = () => query('drop trigger if exists slow on usage_hours')

const foldingNow = () =>
  query<{ pid: number }>(`
    select pid from pg_stat_activity
    where state = 'active' and query like '%fold_usage(%' and pid <> pg_backend_pid()`)

/** Runs the fault while counts are folded, and lets everything recover. */
async function whileFolding(prefix: string, fault: () => Promise<unknown>) {
  const reports = sendReports(prefix)
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await slowDown()
      await reports.more(20)
      await expect.poll(foldingNow, { ...soon, interval: 5 }).not.toEqual([])
      await fault()
      await speedUp()
      await reports.more(20)
    }
  } finally {
    await expectExact(await reports.end())
  }
}

await expectStatus(createFlag(servers[0], 'checkout'), 201)

test('two servers fold at the same time, and every report counts once', async () => {
  const reports = sendReports('both')
  await reports.more(300)
  await expectExact(await reports.end())
})

test('both servers are killed while counts are folded', async () => {
  await whileFolding('servers', async () => {
    await Promise.all(servers.map((server) => server.kill()))
    ;[servers[0], servers[1]] = await Promise.all([start(), start()])
  })
})

test('the connection that folds is ended', async () => {
  await whileFolding('connection', async () => {
    for (const { pid } of await foldingNow()) await query(`select pg_terminate_backend(${pid})`)
  })
})

test('PostgreSQL is killed while counts are folded', async () => {
  await whileFolding('postgres', async () => {
    postgres.kill()
    await postgres.start()
  })
})

test('a restored backup has the counts that were not folded when it was taken', async () => {
  const holder = new pg.Client({ connectionString: postgres.url })
  holder.on('error', () => {})
  await holder.connect()
  // As if another server were folding all the time.
  await holder.query(`select pg_advisory_lock(hashtext('usage fold'))`)
  for (const variant of ['kept-1', 'kept-2']) expect(await reportVariant(servers[0], variant)).toBe(true)
  expect((await unfolded()).length).toBeGreaterThan(0)
  const before = await readCounts('usage_counts')
  const backup = postgres.backUp()
  expect(await reportVariant(servers[0], 'lost')).toBe(true)
  await holder.end()
  await expect.poll(unfolded, soon).toEqual([])
  await postgres.restore(backup)
  await expect.poll(unfolded, soon).toEqual([])
  const after = await readCounts('usage_hours')
  const byName = (one: Stored, other: Stored) => (one.variant < other.variant ? -1 : 1)
  expect(after.toSorted(byName)).toEqual(before.toSorted(byName))
  expect(after.map(({ variant }) => variant)).toEqual(expect.arrayContaining(['kept-1', 'kept-2']))
})
