import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backbone } from '../src/nats.ts'
import { createSeal } from '../src/seal.ts'
import { createCrew, keepPublishing, type Node } from './crew.ts'
import { createNats, freePort, openWire } from './servers.ts'

// The hub as a cluster of three NATS servers, with three copies of each stream, and a region behind a wire.

const NAMES = ['hub-a', 'hub-b', 'hub-c']
const ROUNDS = Number(process.env.BACKBONE_ROUNDS ?? 20)
const ports = await Promise.all(
  NAMES.map(async () => ({ client: await freePort(), route: await freePort(), leaf: await freePort() })),
)
const wires = await Promise.all(ports.map(({ leaf }) => openWire(leaf, 40)))
const routes = ports.map(({ route }) => `"nats://127.0.0.1:${route}"`).join()
const hubs = NAMES.map((name, index) => {
  const { client = 0, route = 0, leaf = 0 } = ports[index] ?? {}
  return createNats(
    name,
    client,
    `cluster { name: hub, listen: "127.0.0.1:${route}", no_advertise: true, routes: [${routes}] }
    leafnodes { listen: "127.0.0.1:${leaf}", advertise: "127.0.0.1:${wires[index]?.port}" }`,
    'hub',
  )
})
const remotes = wires.map(({ port }) => `"nats://127.0.0.1:${port}"`).join()
// By default, a region notices only after minutes that the hub it is connected to is frozen.
const west = createNats(
  'west',
  await freePort(),
  `ping_interval: 2s, ping_max: 2, leafnodes { reconnect: 1, remotes: [{ urls: [${remotes}] }] }`,
)
const urls = hubs.map(({ url }) => url)

const crew = createCrew('test', createSeal('a long secret'))
let server: Backbone
let home: Node
let far: Node
let endPublishing: () => Promise<void>
/** Incarnations until the cluster had a leader. */
let created: number

beforeAll(async () => {
  for (const nats of [...hubs, west]) nats.start()
  server = await crew.open(urls, { replicas: 3 })
  crew.change()
  const publisher = crew.publisherOn(server)
  endPublishing = keepPublishing(() => publisher)
  home = crew.nodeOn(await crew.open(urls))
  far = crew.nodeOn(await crew.open([west.url], { hub: 'hub' }))
})

afterAll(async () => {
  await endPublishing()
  await crew.end()
  for (const nats of [...hubs, west]) nats.remove()
  for (const wire of wires) wire.close()
})

/** Which of the three leads the chain, and how many copies are up to date. */
async function chain() {
  const connection = await connect({ servers: urls })
  try {
    const manager = await jetstreamManager(connection)
    for await (const { config, cluster } of manager.streams.list())
      if (config.name.includes('_C_')) {
        const followers = cluster?.replicas ?? []
        const current = followers.filter(({ current: isCurrent, offline }) => isCurrent && !offline)
        return { copies: config.num_replicas, leader: cluster?.leader ?? '', current: current.length + 1 }
      }
  } finally {
    await connection.close()
  }
  throw new Error('no chain')
}

const hubOf = (name: string) => hubs[NAMES.indexOf(name)] ?? hubs[0]
const whole = () =>
  expect
    .poll(() => chain().then(({ leader, current }) => leader !== '' && current, String), { timeout: 60_000 })
    .toBe(3)

async function changes(count: number) {
  for (let done = 0; done < count; done++) {
    crew.change()
    await new Promise((ready) => setTimeout(ready, 10))
  }
}

test('each stream has three copies', async () => {
  await crew.same()
  expect(await chain()).toMatchObject({ copies: 3 })
  await whole()
  created = crew.created()
})

test(`in ${ROUNDS} rounds, one of the three is killed or frozen while flags change, often the leader`, async () => {
  const seconds: number[] = []
  let asked = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { leader } = await chain()
    const victim = round % 2 === 0 ? hubOf(leader) : hubs[round % hubs.length]
    await changes(5)
    if (round % 4 < 2) await victim?.kill()
    else victim?.signal('SIGSTOP')
    const began = performance.now()
    await changes(20)
    // Two of three are enough. NATS 2.9 sometimes refuses a region that comes to another server of the cluster; its
    // nodes then ask for the way over HTTP, until it is let in again.
    if (await sameOrAsking()) asked += 1
    seconds.push((performance.now() - began) / 1000)
    if (round % 4 < 2) victim?.start()
    else victim?.signal('SIGCONT')
    await whole()
    await crew.same()
  }
  seconds.sort((a, b) => a - b)
  const at = (share: number) => seconds[Math.floor((seconds.length - 1) * share)]?.toFixed(1)
  process.stdout.write(
    `cluster of three, ${ROUNDS} faults: after ${at(0.5)} s (median), ${at(1)} s (most), the home region had all changes and the other one had them too, or asked for the way over HTTP (${asked} times)\n`,
  )
})

/**
 * Waits until the node beside the hub has all changes, and the one in the other region has them too or asks for
 * another way. Whether it asked.
 */
async function sameOrAsking(): Promise<boolean> {
  const { revision } = crew.last()
  const has = (node: Node) => node.dump().revision === revision
  await expect
    .poll(() => has(home) && (has(far) || far.falls.at(-1) === true), { timeout: 60_000 })
    .toBe(true)
  return !has(far)
}

test('with one of three, nodes keep what they have, and go on when a second is back', async () => {
  const [one, two] = hubs
  await one?.kill()
  await two?.kill()
  await changes(5)
  one?.start()
  await crew.same()
  two?.start()
  await whole()
})

test('a server that lost its disk gets its copies again', async () => {
  const victim = hubOf((await chain()).leader)
  await victim?.kill()
  victim?.forget()
  await changes(5)
  victim?.start()
  await crew.same()
  await whole()
})

test('the chain has no gap and no repetition, and no node went back', async () => {
  expect(await crew.breaks(server)).toEqual([])
  expect(crew.backward()).toEqual([])
  expect(crew.created()).toBe(created)
})
