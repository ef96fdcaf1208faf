import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLink } from '../src/chain.ts'
import { type Backbone, connectBackbone } from '../src/nats.ts'
import { followBackbone } from '../src/node.ts'
import { createPublisher } from '../src/publisher.ts'
import { createSeal } from '../src/seal.ts'
import { openRegions } from './servers.ts'
import { createNodeStore, createSource, sorted } from './source.ts'

const instance = 'test'
const seal = createSeal('a long secret')
const regions = await openRegions()
const { wire, hub, west, mirrored } = regions
const { source, change, last, restore } = createSource()
let incarnation: string | undefined
let created = 0
const errors: string[] = []
const opened: Backbone[] = []

async function open(url: string, hubDomain?: string) {
  const backbone = await connectBackbone({ servers: [url], instance, hub: hubDomain })
  opened.push(backbone)
  return backbone
}

const publisherOn = (backbone: Backbone) =>
  createPublisher({
    backbone,
    seal,
    instance,
    source,
    incarnation: {
      read: async () => incarnation,
      write: async (next) => {
        incarnation = next
      },
    },
    createId: () => `N${String(++created).padStart(4, '0')}`,
  })

type Node = ReturnType<typeof followBackbone> & {
  dump: ReturnType<typeof createNodeStore>['dump']
  falls: boolean[]
  seen: { epoch: string; revision: number }[]
}

function nodeOn(backbone: Backbone): Node {
  const { apply, dump } = createNodeStore()
  const falls: boolean[] = []
  const seen: { epoch: string; revision: number }[] = []
  const node = followBackbone({
    backbone,
    seal,
    instance,
    apply(change) {
      seen.push({ epoch: change.epoch, revision: change.revision })
      apply(change)
    },
    fallBack: (isNeeded) => falls.push(isNeeded),
    onError: (error) => errors.push(String(error)),
  })
  return { ...node, dump, falls, seen }
}

let publisher: ReturnType<typeof publisherOn>
let atHub: Backbone
const nodes: Node[] = []
/** As a server does: publishes and ticks, again and again, and goes on after errors. */
let isPublishing = true
const publishing = async () => {
  while (isPublishing) {
    await publisher.publish().catch((error) => errors.push(String(error)))
    publisher.tick()
    await new Promise((done) => setTimeout(done, 100))
  }
}
let publishingEnds: Promise<void>

const expectEqual = () =>
  expect
    .poll(async () => nodes.every((node) => JSON.stringify(node.dump()) === JSON.stringify(want)), {
      timeout: 60_000,
    })
    .toBe(true)
let want: ReturnType<typeof sorted>
async function expectSame() {
  want = sorted(await source.readAll())
  await expectEqual()
}

beforeAll(async () => {
  hub.start()
  west.start()
  atHub = await open(hub.url)
  publisher = publisherOn(atHub)
  for (let count = 0; count < 10; count++) change()
  publishingEnds = publishing()
  nodes.push(nodeOn(await open(hub.url)), nodeOn(await open(west.url, 'hub')))
})

afterAll(async () => {
  isPublishing = false
  await publishingEnds
  for (const node of nodes) node.stop()
  for (const backbone of opened) await backbone.close()
  regions.remove()
})

test('nodes in both regions start from a snapshot and follow', async () => {
  await expectSame()
  for (let count = 0; count < 50; count++) {
    change()
    if (count % 5 === 0) await new Promise((done) => setTimeout(done, 30))
  }
  await expectSame()
  expect(created).toBe(1)
})

test('a publisher that was killed is followed by one that continues the chain', async () => {
  for (let count = 0; count < 5; count++) {
    publisher = publisherOn(atHub)
    change()
    await expectSame()
  }
  expect(created).toBe(1)
  expect(await readChain()).toEqual([])
})

/** Breaks in the chain: each link has to follow the one before. */
async function readChain() {
  const links: { from: number; to: number }[] = []
  const stop = await atHub.follow(incarnation ?? '', 'hub', 0, (message) =>
    links.push(openLink(seal, { instance, incarnation: incarnation ?? '' }, message)),
  )
  await expect.poll(() => links.at(-1)?.to).toBe(last().revision)
  stop()
  return links.filter(({ from }, index) => index > 0 && from !== links[index - 1]?.to)
}

test('a region that was cut off catches up', async () => {
  wire.cut(true)
  for (let count = 0; count < 20; count++) change()
  await new Promise((done) => setTimeout(done, 3_000))
  wire.cut(false)
  await expectSame()
})

test('NATS that was killed comes back, and nothing is missing or twice', async () => {
  await hub.kill()
  for (let count = 0; count < 5; count++) change()
  await new Promise((done) => setTimeout(done, 1_000))
  hub.start()
  await expectSame()
  await west.kill()
  for (let count = 0; count < 5; count++) change()
  west.start()
  await expectSame()
})

test('streams that were deleted are made again, and every region moves there', async () => {
  const before = created
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const manager = await jetstreamManager(atHub.connection)
  for await (const name of manager.streams.names()) await manager.streams.delete(name)
  publisher = publisherOn(atHub)
  change()
  await expectSame()
  expect(created).toBeGreaterThan(before)
})

test('a database that was restored to an earlier state is followed back', async () => {
  restore(last().revision - 7)
  change('after-the-restore')
  await expectSame()
})

test('without NATS for ten seconds, a node asks for another way, and returns later', async () => {
  await west.kill()
  const [, far] = nodes
  await expect.poll(() => far?.falls.at(-1)).toBe(true)
  west.start()
  change()
  await expectSame()
  await expect.poll(() => far?.falls.at(-1)).toBe(false)
})

test('a region starts from its mirror while the hub is away', async () => {
  await mirrored()
  wire.cut(true)
  const alone = nodeOn(await open(west.url, 'hub'))
  await expect.poll(() => JSON.stringify(alone.dump())).toBe(JSON.stringify(want))
  // The snapshot is older than the chain; the node showed none of that.
  expect(alone.seen.map(({ revision }) => revision)).toEqual([want.revision])
  wire.cut(false)
  nodes.push(alone)
  change()
  await expectSame()
})

test('no node has ever gone back within a history', () => {
  for (const { seen } of nodes)
    for (const [index, { epoch, revision }] of seen.entries()) {
      const before = seen[index - 1]
      if (before?.epoch === epoch) expect(revision).toBeGreaterThanOrEqual(before.revision)
    }
})
