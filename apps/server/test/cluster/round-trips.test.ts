import type { Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT, rule, rulesOf } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { REAL_BUDGET, type Server, signIn, startServer } from './server.ts'

const MOST_TRIPS = 6

const postgres = await makePostgres()
const proxy = await startProxy(postgres.url)
const servers: Server[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()))
  proxy.close()
  await postgres.remove()
})
const start = async (env: Record<string, string>) => {
  const server = await startServer(proxy.url, env)
  servers.push(server)
  return server
}

/** Background statements on other connections: polling, heartbeats and jobs. */
const BACKGROUND =
  /pg_is_in_recovery|heartbeats|"?jobs"?\.|receipts|notify|deadlock_timeout|followers|action_runs|evaluation-sample|seen_at" = |user postgres/i

/** Prepared statements are sent once with their text, and later only by name. */
const named = new Map<string, string>()

function textOf(sent: Buffer): string {
  const bytes = sent.toString('latin1')
  for (const [, name = '', text = ''] of bytes.matchAll(/P[\s\S]{4}(statement_[0-9a-f]+)\0([^\0]*)\0/g))
    named.set(name, text)
  const meant = (bytes.match(/statement_[0-9a-f]+/g) ?? []).map((name) => named.get(name))
  return [bytes.replace(/[^\x20-\x7e]+/g, ' '), ...meant].join(' ')
}

type Transaction = { trips: string[]; isOpen: boolean }
const open = new Map<object, Transaction>()
/** A connection that was closed in the middle of a transaction never ends it. */
const openNow = () => [...open.keys()].filter((connection) => !(connection as Socket).destroyed).length
let finished: Transaction[] = []

/** Groups statements: everything from BEGIN to the end on one connection, and every other statement alone. */
proxy.onTrip((sent, connection) => {
  const text = textOf(sent)
  const transaction = open.get(connection) ?? { trips: [], isOpen: false }
  transaction.trips.push(text)
  if (/Q\W+begin|start transaction/i.test(text)) transaction.isOpen = true
  if (/Q\W+(commit|rollback)/i.test(text)) transaction.isOpen = false
  if (transaction.isOpen) open.set(connection, transaction)
  else {
    open.delete(connection)
    finished.push(transaction)
  }
})

/** The round trips of a request, each with what was sent. */
async function tripsOf(request: () => Promise<unknown>): Promise<string[]> {
  // Enough latency that a client has sent everything before the first response arrives.
  proxy.delay(20)
  await expect.poll(openNow).toBe(0)
  finished = []
  await request()
  proxy.delay(0)
  return finished
    .map(({ trips }) => trips)
    .filter((texts) => !texts.some((text) => BACKGROUND.test(text)))
    .flat()
}

/** The same changes every time, to a separate flag. */
async function changesOf(server: Server, me: Record<string, string>, flag: string) {
  const call = (method: string, path: string, body?: unknown) => server.call(method, path, body, me)
  await expectStatus(createFlag(server, flag), 201)
  const at = (environment: string) => `${PROJECT}/features/${flag}/environments/${environment}`
  await expectStatus(call('POST', `${at('development')}/on`), 200)
  const made = await expectStatus(call('POST', rulesOf(flag), rule('first')), 200)
  return {
    'turn off': () => expectStatus(call('POST', `${at('development')}/off`), 200),
    'turn on': () => expectStatus(call('POST', `${at('development')}/on`), 200),
    'turn on a flag without rules': () => expectStatus(call('POST', `${at('production')}/on`), 200),
    'add a rule': () => expectStatus(call('POST', rulesOf(flag), rule('second')), 200),
    'change a rule': () => expectStatus(call('PUT', `${rulesOf(flag)}/${made.id}`, rule('changed')), 200),
    'create a flag': () => expectStatus(call('POST', `${PROJECT}/features`, { name: `${flag}-2` }), 201),
  }
}

/** The fewest round trips of each change in three runs: a server that is delayed while sending appears to need more. */
async function fewestTrips(server: Server, me: Record<string, string>, flags: readonly string[]) {
  const counted: Record<string, number> = {}
  let sent: string[] = []
  for (const flag of flags) {
    sent = []
    for (const [name, change] of Object.entries(await changesOf(server, me, flag))) {
      const trips = await tripsOf(change)
      sent.push(...trips)
      counted[name] = Math.min(trips.length, counted[name] ?? Number.POSITIVE_INFINITY)
      if (process.env.TEST_LOG)
        for (const trip of trips) process.stdout.write(`${name}: ${trip.slice(0, 300)}\n`)
    }
  }
  process.stdout.write(`round trips: ${JSON.stringify(counted)}\n`)
  return { counted, sent }
}

/** How the guard reads protections, and what is served in protected environments. */
const GUARD = /reason_required from protections|select kind, environment, name, project, doc from published/

test('common changes need few database round trips, and no statement for protections where there are none', async () => {
  const server = await start({})
  const me = await signIn(server)
  const { counted, sent } = await fewestTrips(server, me, ['checkout', 'basket', 'search'])
  for (const [name, count] of Object.entries(counted)) expect(count, name).toBeLessThanOrEqual(MOST_TRIPS)
  expect(sent.filter((text) => GUARD.test(text))).toEqual([])
})

test('changes in a protected environment need no more round trips', async () => {
  const server = await start({})
  const me = { ...(await signIn(server)), 'x-change-reason': 'tests' }
  const protect = (changeRequestsEnabled: boolean) =>
    Promise.all(
      ['development', 'production'].map((environment) => {
        const path = `${PROJECT}/environments/${environment}/change-requests/config`
        return expectStatus(server.call('PUT', path, { changeRequestsEnabled }, me), 204)
      }),
    )
  await protect(true)
  const { counted, sent } = await fewestTrips(server, me, ['protected-1', 'protected-2', 'protected-3'])
  await protect(false)
  for (const [name, count] of Object.entries(counted)) expect(count, name).toBeLessThanOrEqual(MOST_TRIPS)
  expect(sent.filter((text) => GUARD.test(text)).length).toBeGreaterThan(4)
})

test('with 200 ms latency to the database, a flag can be turned off within the production time budget', async () => {
  const server = await start(REAL_BUDGET)
  const far = `${PROJECT}/features/far-away/environments/development`
  // On a busy machine these can need several attempts as well.
  await expect.poll(async () => [201, 409].includes((await createFlag(server, 'far-away')).status)).toBe(true)
  await expect.poll(async () => (await server.call('POST', `${far}/on`)).status).toBe(200)
  proxy.delay(100)
  await expect.poll(async () => (await server.call('POST', `${far}/off`)).status).toBe(200)
  proxy.delay(0)
})
