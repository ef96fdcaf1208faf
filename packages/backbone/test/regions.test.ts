import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Backbone } from '../src/nats.ts'
import { createSeal } from '../src/seal.ts'
import { createCrew, keepPublishing } from './crew.ts'
import { openRegions } from './servers.ts'

const regions = await openRegions()
const { wire, hub, west, mirrored } = regions
const crew = createCrew('test', createSeal('a long secret'))
const { change, last, restore, created, open, publisherOn, nodeOn, nodes, same } = crew
const openWest = () => open([west.url], { hub: 'hub' })

let publisher: ReturnType<typeof publisherOn>
let atHub: Backbone
let endPublishing: () => Promise<void>

beforeAll(async () => {
  hub.start()
  west.start()
  atHub = await open([hub.url])
  publisher = publisherOn(atHub)
  for (let count = 0; count < 10; count++) change()
  endPublishing = keepPublishing(() => publisher)
  nodeOn(await open([hub.url]))
  nodeOn(await openWest())
})

afterAll(async () => {
  await endPublishing()
  await crew.end()
  regions.remove()
})

test('nodes in both regions start from a snapshot and follow', async () => {
  await same()
  for (let count = 0; count < 50; count++) {
    change()
    if (count % 5 === 0) await new Promise((done) => setTimeout(done, 30))
  }
  await same()
  expect(created()).toBe(1)
})

test('a publisher that was killed is followed by one that continues the chain', async () => {
  for (let count = 0; count < 5; count++) {
    publisher = publisherOn(atHub)
    change()
    await same()
  }
  expect(created()).toBe(1)
  expect(await crew.breaks(atHub)).toEqual([])
})

test('a region that was cut off catches up', async () => {
  wire.cut(true)
  for (let count = 0; count < 20; count++) change()
  await new Promise((done) => setTimeout(done, 3_000))
  wire.cut(false)
  await same()
})

test('NATS that was killed comes back, and nothing is missing or twice', async () => {
  await hub.kill()
  for (let count = 0; count < 5; count++) change()
  await new Promise((done) => setTimeout(done, 1_000))
  hub.start()
  await same()
  await west.kill()
  for (let count = 0; count < 5; count++) change()
  west.start()
  await same()
})

test('streams that were deleted are made again, and every region moves there', async () => {
  const before = created()
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const manager = await jetstreamManager(atHub.connection)
  for await (const name of manager.streams.names()) await manager.streams.delete(name)
  publisher = publisherOn(atHub)
  change()
  await same()
  expect(created()).toBeGreaterThan(before)
})

test('a database that was restored to an earlier state is followed back', async () => {
  restore(last().revision - 7)
  change('after-the-restore')
  await same()
})

test('messages that nobody can read end the streams, and every region moves to new ones', async () => {
  const chainOf = () => `fs.test.N${String(created()).padStart(4, '0')}.c`
  const before = created()
  for (let count = 0; count < 5; count++) {
    atHub.connection.publish(chainOf(), Buffer.from('garbage'))
    await atHub.connection.flush()
  }
  change()
  await same()
  expect(created()).toBeGreaterThan(before)
  // Also if they were sent while nobody published.
  await endPublishing()
  const { jetstream } = await import('@nats-io/jetstream')
  await jetstream(atHub.connection).publish(chainOf(), Buffer.from('garbage'))
  publisher = publisherOn(atHub)
  endPublishing = keepPublishing(() => publisher)
  change()
  await same()
})

test('a recorded tick that is sent again keeps nobody on old flags', async () => {
  const recorded: Uint8Array[] = []
  atHub.onTick((message) => recorded.push(message))
  await expect.poll(() => recorded.length).toBeGreaterThan(0)
  await endPublishing()
  change()
  const before = nodes.map(({ falls }) => falls.length)
  const again = setInterval(() => {
    for (const message of recorded.slice(-1)) atHub.tick(message)
  }, 200)
  await expect
    .poll(() => nodes.map(({ falls }, index) => falls.length > (before[index] ?? 0)), { timeout: 60_000 })
    .toEqual(nodes.map(() => true))
  clearInterval(again)
  endPublishing = keepPublishing(() => publisher)
  await same()
  await expect.poll(() => nodes.map(({ falls }) => falls.at(-1))).toEqual(nodes.map(() => false))
})

test('without NATS for ten seconds, a node asks for another way, and returns later', async () => {
  await west.kill()
  const [, far] = nodes
  await expect.poll(() => far?.falls.at(-1)).toBe(true)
  west.start()
  change()
  await same()
  await expect.poll(() => far?.falls.at(-1)).toBe(false)
})

test('a region starts from its mirror while the hub is away', async () => {
  await mirrored()
  wire.cut(true)
  const alone = nodeOn(await openWest())
  const { revision } = await same()
  // The snapshot is older than the chain; the node showed none of that.
  expect(alone.seen.map((one) => one.revision)).toEqual([revision])
  wire.cut(false)
  change()
  await same()
})

test('no node has ever gone back within a history', () => {
  expect(crew.backward()).toEqual([])
})
