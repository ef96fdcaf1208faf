import type { Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { createFlag, expectStatus, PROJECT, rule, rulesOf } from './changes.ts'
import { makePostgres } from './postgres.ts'
import { startProxy } from './proxy.ts'
import { REAL_BUDGET, type Server, startServer } from './server.ts'

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

/** What a server does besides, on connections of its own: it looks for news, tells that it lives, runs its jobs. */
const BACKGROUND =
  /pg_is_in_recovery|heartbeats|"?jobs"?\.|receipts|notify|deadlock_timeout|followers|evaluation-sample|seen_at" = |user postgres/i

/** Statements that come often are sent once, with a name, and later by that name. */
const named = new Map<string, string>()

function textOf(sent: Buffer): string {
  const bytes = sent.toString('latin1')
  for (const [, name = '', text = ''] of bytes.matchAll(/P[\s\S]{4}(statement_[0-9a-f]{32})\0([^\0]*)\0/g))
    named.set(name, text)
  const meant = (bytes.match(/statement_[0-9a-f]{32}/g) ?? []).map((name) => named.get(name))
  return [bytes.replace(/[^\x20-\x7e]+/g, ' '), ...meant].join(' ')
}

type Transaction = { trips: string[]; isOpen: boolean }
const open = new Map<object, Transaction>()
/** A connection that was given up in the middle of a transaction does not end it. */
const openNow = () => [...open.keys()].filter((connection) => !(connection as Socket).destroyed).length
let finished: Transaction[] = []

/** What belongs together: all from BEGIN to its end on one connection, and everything else by itself. */
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

/** The round trips of a request, as what was sent in each. */
async function tripsOf(request: () => Promise<unknown>): Promise<string[]> {
  // So late that a client has sent all it wants to send before the first answer arrives.
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

/** The headers of a person with a session. */
async function signIn(server: Server): Promise<Record<string, string>> {
  const body = { username: 'admin', password: 'Correct-horse-7' }
  const { headers } = await server.call('POST', '/auth/simple/login', body, { authorization: '' })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  expect(cookie).not.toBe('')
  return { authorization: '', cookie }
}

/** The same changes every time, to a flag of its own. */
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

test('common changes need few round trips, from the request to the answer', async () => {
  const server = await start({})
  const me = await signIn(server)
  const counted: Record<string, number> = {}
  // The fewest of three: a server that is held up in the middle of sending seems to send twice.
  for (const flag of ['checkout', 'basket', 'search'])
    for (const [name, change] of Object.entries(await changesOf(server, me, flag))) {
      const trips = await tripsOf(change)
      counted[name] = Math.min(trips.length, counted[name] ?? Number.POSITIVE_INFINITY)
      if (process.env.TEST_LOG)
        for (const trip of trips) process.stdout.write(`${name}: ${trip.slice(0, 300)}\n`)
    }
  process.stdout.write(`round trips: ${JSON.stringify(counted)}\n`)
  for (const [name, count] of Object.entries(counted)) expect(count, name).toBeLessThanOrEqual(MOST_TRIPS)
})

test('with 200 ms to the database a kill switch works within the real budget', async () => {
  const server = await start(REAL_BUDGET)
  const far = `${PROJECT}/features/far-away/environments/development`
  // On a busy machine these may take several attempts as well.
  await expect.poll(async () => [201, 409].includes((await createFlag(server, 'far-away')).status)).toBe(true)
  await expect.poll(async () => (await server.call('POST', `${far}/on`)).status).toBe(200)
  proxy.delay(100)
  await expect.poll(async () => (await server.call('POST', `${far}/off`)).status).toBe(200)
  proxy.delay(0)
})
