import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openLink } from '../../../packages/backbone/src/chain.ts'
import { connectBackbone } from '../../../packages/backbone/src/nats.ts'
import { followBackbone } from '../../../packages/backbone/src/node.ts'
import { createSeal } from '../../../packages/backbone/src/seal.ts'
import { openRegions } from '../../../packages/backbone/test/servers.ts'
import { type Change, createStore, linearRegex, type Store } from '../../../packages/delivery/src/index.ts'
import { readAll } from '../../server/src/delivery/published-queries.ts'
import { type Db, openDatabase } from '../../server/src/platform/database/database.ts'
import { createFlag, expectStatus, PROJECT } from '../../server/test/cluster/changes.ts'
import { makePostgres } from '../../server/test/cluster/postgres.ts'
import { BACKEND_TOKEN, type Server, startServer } from '../../server/test/cluster/server.ts'
import { report } from './counts.ts'
import { type EdgeProcess, startEdge } from './process.ts'

// Two regions, 40 ms apart: two servers, PostgreSQL and the hub in one, a leaf with a mirror in the other, a node in
// each. Everything is killed, frozen or cut off while people change flags and applications report counts.

const print = (text: string) => process.stdout.write(`${text}\n`)

const WIRE_MS = 40
const CHANGES = 500
const ROUNDS = Number(process.env.BACKBONE_ROUNDS ?? 20)
const FLAGS = 20

const regions = await openRegions(WIRE_MS)
const { wire, hub, west } = regions
hub.start()
west.start()
const env = { BACKBONE_KEY: 'a key of the test, long enough for all', BACKBONE_INSTANCE: 'shop' }
const postgres = await makePostgres()
const database = openDatabase({ url: postgres.url, poolSize: 2 })
const db = database.db as Db
const start = () => startServer(postgres.url, { ...env, BACKBONE_URL: hub.url })
const servers = [await start(), await start()]
const folders = await Promise.all(['hub', 'west'].map((name) => mkdtemp(join(tmpdir(), `node-${name}-`))))
const startNode = (at: number) =>
  startEdge({
    ...env,
    ...(at === 0 ? { BACKBONE_URL: hub.url } : { BACKBONE_URL: west.url, BACKBONE_HUB: 'hub' }),
    UPSTREAM_URL: servers[0]?.url ?? '',
    TOKENS: BACKEND_TOKEN,
    FORWARD_SECONDS: '0.5',
    DATA_FOLDER: folders[at] ?? '',
  })
const nodes = [await startNode(0), await startNode(1)]

// A node in the process of the test, to look into.
const seal = createSeal(env.BACKBONE_KEY)
const connection = await connectBackbone({ servers: [west.url], instance: 'shop', hub: 'hub' })
const openStore = (): Store => createStore({ regex: linearRegex }, { origins: ['*'], enabled: true })
const store = openStore()
const appliedAt = new Map<number, number>()
const seen: { epoch: string; revision: number }[] = []
const follower = followBackbone({
  backbone: connection,
  seal,
  instance: 'shop',
  apply(change: Change) {
    store.apply(change)
    appliedAt.set(change.revision, performance.now())
    seen.push({ epoch: change.epoch, revision: change.revision })
  },
  fallBack: () => {},
  onError: () => {},
})

afterAll(async () => {
  follower.stop()
  await connection.close()
  await Promise.all([...nodes, ...servers].map((one) => one.stop()))
  await database.close()
  await postgres.remove()
  for (const folder of folders) await rm(folder, { recursive: true })
  regions.remove()
})

const turn = (server: Server, flag: string, state: 'on' | 'off') =>
  server.call('POST', `${PROJECT}/features/${flag}/environments/development/${state}`)
const revision = async () =>
  (await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision
const at = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(1)

const rowsOf = ({ rows }: Change) =>
  rows.map(({ kind, environment, name, doc }) => JSON.stringify([kind, environment, name, doc])).sort()
const served = async (from: EdgeProcess | Server) => {
  const url = `${from.url}/api/client/features`
  const headers = { authorization: BACKEND_TOKEN, 'unleash-client-spec': '5.2.0' }
  const body = (await (await fetch(url, { headers })).json()) as { features: unknown }
  return JSON.stringify(body.features)
}

/** Every node has what the database has, and serves what the servers serve. */
async function expectSame() {
  const whole = openStore()
  whole.apply(await readAll(db))
  const want = rowsOf(whole.dump())
  await expect.poll(() => rowsOf(store.dump()), { timeout: 60_000 }).toEqual(want)
  for (const node of nodes)
    await expect
      .poll(async () => (await served(node).catch(String)) === (await served(servers[0] as Server)))
      .toBe(true)
}

test(`${CHANGES} changes are in the other region soon after their response`, async () => {
  const [server] = servers as [Server]
  for (let count = 0; count < FLAGS; count++) await expectStatus(createFlag(server, `flag-${count}`), 201)
  await createFlag(server, 'checkout')
  await expectSame()
  const waits: number[] = []
  for (let count = 0; count < CHANGES; count++) {
    await expectStatus(turn(server, 'flag-0', count % 2 === 0 ? 'on' : 'off'), 200)
    const answeredAt = performance.now()
    const made = await revision()
    await expect.poll(() => store.revision, { interval: 1 }).toBeGreaterThanOrEqual(made)
    const arrived = [...appliedAt].find(([one]) => one >= made)?.[1] ?? Number.POSITIVE_INFINITY
    waits.push(Math.max(0, arrived - answeredAt))
  }
  waits.sort((one, other) => one - other)
  print(
    `change to the other region, wire ${WIRE_MS} ms: p50 ${at(waits, 0.5)}, p99 ${at(waits, 0.99)}, most ${at(waits, 1)} ms`,
  )
  expect(waits).toHaveLength(CHANGES)
}, 600_000)

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
const faults: Record<string, () => Promise<void>> = {
  async 'the connection is cut'() {
    wire.cut(true)
    await pause(4_000)
    wire.cut(false)
  },
  async 'the hub is killed'() {
    await hub.kill()
    await pause(1_000)
    hub.start()
  },
  async 'the hub is frozen'() {
    hub.signal('SIGSTOP')
    await pause(4_000)
    hub.signal('SIGCONT')
  },
  async 'the leaf is killed'() {
    await west.kill()
    await pause(1_000)
    west.start()
  },
  async 'the leaf is frozen'() {
    west.signal('SIGSTOP')
    await pause(4_000)
    west.signal('SIGCONT')
  },
  async 'a server is killed'() {
    // Either can be the publisher.
    const index = seen.length % 2
    await servers[index]?.kill()
    servers[index] = await start()
  },
  async 'a server is frozen'() {
    servers[1]?.freeze()
    await pause(4_000)
    servers[1]?.thaw()
  },
  async 'a node is killed'() {
    await nodes[1]?.kill()
    nodes[1] = await startNode(1)
    await nodes[1].ready()
  },
}

test(`after each of ${ROUNDS} rounds of faults, every node has every change, and every count is stored once`, async () => {
  let isOver = false
  const counts = { acknowledged: 0, unknown: 0 }
  let changes = 0
  const changing = (async () => {
    for (let count = 0; !isOver; count++) {
      const server = servers[count % 2] as Server
      const state = Math.floor(count / FLAGS) % 2 === 0 ? 'on' : 'off'
      const reply = await turn(server, `flag-${count % FLAGS}`, state).catch(() => undefined)
      if (reply?.status === 200) changes += 1
    }
  })()
  const counting = nodes.map(async (_, index) => {
    while (!isOver) {
      const reply = await report(nodes[index] as EdgeProcess, `app-${index}`, 1).catch(() => undefined)
      if (reply?.status === 202) counts.acknowledged += 1
      else counts.unknown += 1
      await reply?.body?.cancel()
      await pause(5)
    }
  })
  const names = Object.keys(faults)
  for (let round = 0; round < ROUNDS; round++) {
    await pause(1_000)
    const name = names[round % names.length] as string
    await faults[name]?.()
    const began = performance.now()
    const made = await revision()
    await expect.poll(() => store.revision, { timeout: 60_000, interval: 20 }).toBeGreaterThanOrEqual(made)
    print(`${name}: caught up ${((performance.now() - began) / 1000).toFixed(1)} s after its end`)
  }
  isOver = true
  await Promise.all([changing, ...counting])
  await expectSame()
  const { stored } = await expect
    .poll(() => stock(), { timeout: 120_000 })
    .toSatisfy(({ stored }: { stored: number }) => stored >= counts.acknowledged)
    .then(stock)
  print(
    `${changes} changes; ${counts.acknowledged} counts acknowledged, ${counts.unknown} not, ${stored} stored`,
  )
  expect(stored).toBeLessThanOrEqual(counts.acknowledged + counts.unknown)
}, 1_200_000)

async function stock() {
  const { yes } = await db
    .selectFrom('usage_counts')
    .select((eb) => eb.fn.sum<number>('yes').as('yes'))
    .where('variant', '=', '')
    .where('app', 'like', 'app-%')
    .executeTakeFirstOrThrow()
  return { stored: Number(yes) }
}

test('the chain has no gap and no repetition, and no node went back', async () => {
  const { incarnation } = await db.selectFrom('backbone').select('incarnation').executeTakeFirstOrThrow()
  const links: { from: number; to: number }[] = []
  const stop = await connection.follow(incarnation ?? '', 'hub', 0, (message) =>
    links.push(openLink(seal, { instance: 'shop', incarnation: incarnation ?? '' }, message)),
  )
  const newest = await revision()
  await expect.poll(() => links.at(-1)?.to).toBe(newest)
  stop()
  expect(links.filter(({ from }, index) => index > 0 && from !== links[index - 1]?.to)).toEqual([])
  for (const [index, { epoch, revision: one }] of seen.entries()) {
    const before = seen[index - 1]
    if (before?.epoch === epoch) expect(one).toBeGreaterThanOrEqual(before.revision)
  }
})

test('a region whose NATS lost everything is right again', async () => {
  await west.kill()
  west.forget()
  west.start()
  const began = performance.now()
  await expectStatus(turn(servers[0] as Server, 'flag-1', 'on'), 200)
  await expectSame()
  print(`leaf without its store: right after ${((performance.now() - began) / 1000).toFixed(1)} s`)
})
