import pg from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createFlag } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { BACKEND_TOKEN, REAL_BUDGET, type Server, spawnServer, startServer } from './server.ts'

// A database that responds but refuses writes: disk full, read-only, or out of connections.

const postgres = await makePostgres()
const server = await startServer(postgres.url, REAL_BUDGET)
/** Its load balancer takes it out of service while the database refuses writes. */
const strict = await startServer(postgres.url, { ...REAL_BUDGET, CHECK_DB_ON_READY: 'true' })
const servers: Server[] = [server, strict]
const admin = new pg.Client({ connectionString: postgres.url })
await admin.connect()
const crowd: pg.Client[] = []

afterAll(async () => {
  await Promise.all(servers.map((one) => one.stop()))
  await admin.end()
  await postgres.remove()
})
afterEach(async () => {
  await admin.query('alter system reset default_transaction_read_only')
  await admin.query('select pg_reload_conf()')
  await Promise.all(crowd.splice(0).map((client) => client.end()))
})

/** A slow disk can delay a commit beyond the budget; the outcome is then unknown (504). */
const POSSIBLE = new Set([201, 503, 504])
let made = 0
const create = () => createFlag(server, `flag-${made++}`)
const ready = async (from = server) => {
  const { status, body } = await from.call('GET', '/ready')
  return { status, ...body }
}
const metric = async (name: string) => {
  const { body } = await server.call('GET', '/internal-backstage/prometheus')
  return new RegExp(`^${name}(?:{[^}]*})? (.*)$`, 'm').exec(String(body))?.[1]
}
const polls = async () =>
  (await server.call('GET', '/api/client/features', undefined, { authorization: BACKEND_TOKEN })).status

async function expectRefusals(reason: string) {
  // Each connection picks up a new setting at a different time.
  await expect.poll(async () => (await create()).status).toBe(503)
  const answers = await Promise.all(Array.from({ length: 20 }, create))
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses.difference(POSSIBLE)).toEqual(new Set())
  const refused = answers.find(({ status }) => status === 503)
  expect(refused?.body).toMatchObject({ name: 'DatabaseUnavailableError' })
  expect(refused?.headers.get('retry-after')).toBe('1')
  expect(await polls()).toBe(200)
  const writes = expect.stringContaining(reason)
  await expect.poll(() => ready()).toMatchObject({ status: 200, writes, health: 'GOOD', delivery: 'serving' })
  await createFlag(strict, `strict-${made++}`)
  await expect.poll(() => ready(strict)).toMatchObject({ status: 503, writes, health: 'BAD' })
  expect(await metric('flagstaff_database_writable')).toBe('0')
}

async function expectRecovery() {
  for (const one of [server, strict])
    await expect.poll(() => ready(one)).toMatchObject({ status: 200, health: 'GOOD', writes: 'accepted' })
  expect(await metric('flagstaff_database_writable')).toBe('1')
  await expect.poll(async () => (await create()).status).toBe(201)
}

test('with a read-only database changes get 503 with Retry-After, and /ready reports the reason', async () => {
  await admin.query('alter system set default_transaction_read_only = on')
  await admin.query('select pg_reload_conf()')
  await expectRefusals('read-only')
  await admin.query('set default_transaction_read_only = off')
  await admin.query('alter system reset default_transaction_read_only')
  await admin.query('select pg_reload_conf()')
  await expectRecovery()
})

test('with a full disk changes get 503, and /ready reports the reason', async () => {
  await admin.query(`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  // A row that exists can be updated in its page, as the probe of each server does.
  await admin.query(`create trigger full_disk before insert or update on flags
    for each row execute function no_space()`)
  await expectRefusals('disk is full')
  expect((await create()).body.message).toContain('its disk is full')
  await admin.query('drop trigger full_disk on flags')
  await expectRecovery()
})

test('without free connections requests get 503, and a starting server waits for one', async () => {
  for (;;) {
    const client = new pg.Client({ connectionString: postgres.url })
    client.on('error', () => {})
    const isFull = await client.connect().then(
      () => false,
      (error: { code?: string }) => error.code === '53300',
    )
    if (isFull) break
    crowd.push(client)
  }
  const answers = await Promise.all(Array.from({ length: 40 }, create))
  expect(new Set(answers.map(({ status }) => status)).difference(POSSIBLE)).toEqual(new Set())
  const starting = await spawnServer(postgres.url, REAL_BUDGET)
  servers.push(starting)
  await expect.poll(() => starting.log()).toContain('does not respond yet')
  await Promise.all(crowd.splice(0).map((client) => client.end()))
  await starting.ready()
  await expectRecovery()
})
