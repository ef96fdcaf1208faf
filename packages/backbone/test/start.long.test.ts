import type { Change, DocumentRow } from '@flagstaff/delivery'
import { afterAll, expect, test } from 'vitest'
import { type Backbone, connectBackbone } from '../src/nats.ts'
import { followBackbone } from '../src/node.ts'
import { createPublisher } from '../src/publisher.ts'
import { createSeal } from '../src/seal.ts'
import { openRegions } from './servers.ts'

// Many nodes of a region start at once from its mirror, while the servers and the hub are away.

const NODES = 100
const FLAGS = 10_000
const instance = 'test'
const seal = createSeal('a long secret')
const regions = await openRegions()
const { wire, hub, west } = regions
const opened: Backbone[] = []
const following: { stop(): void }[] = []

afterAll(async () => {
  for (const one of following) one.stop()
  for (const backbone of opened) await backbone.close()
  regions.remove()
})

const flags = (environment: string): DocumentRow[] =>
  Array.from({ length: FLAGS }, (_, index) => ({
    kind: 'flag' as const,
    environment,
    name: `flag-${index}`,
    project: `project-${index % 100}`,
    revision: 1,
    meta: { tags: [], rules: [] },
    doc: {
      name: `flag-${index}`,
      type: 'release',
      project: `project-${index % 100}`,
      stale: false,
      description: null,
      impressionData: false,
      variants: [],
      dependencies: [],
      enabled: index % 2 === 0,
      strategies: [
        {
          name: 'flexibleRollout',
          constraints: [],
          segments: [],
          variants: [],
          parameters: { rollout: String(index % 100), stickiness: 'default' },
        },
      ],
    },
  }))

test(`${NODES} nodes with ${FLAGS} flags each start from the mirror of their region alone`, async () => {
  hub.start()
  west.start()
  const state: Change = {
    epoch: 'one',
    revision: 1,
    hash: '00000001',
    complete: true,
    rows: ['development', 'staging', 'production'].flatMap(flags),
    heads: [],
  }
  let incarnation: string | undefined
  const server = await connectBackbone({ servers: [hub.url], instance })
  opened.push(server)
  const publisher = createPublisher({
    backbone: server,
    seal,
    instance,
    source: {
      changeSince: async () => ({ ...state, complete: false, rows: [] }),
      readAll: async () => state,
    },
    incarnation: {
      read: async () => incarnation,
      write: async (next) => {
        incarnation = next
      },
    },
    databaseTime: Date.now,
    createId: () => 'N1',
  })
  await publisher.publish()
  const startNode = async (started: () => void) => {
    const backbone = await connectBackbone({ servers: [west.url], instance, hub: 'hub' })
    opened.push(backbone)
    following.push(
      followBackbone({
        backbone,
        seal,
        instance,
        environments: ['production'],
        apply: ({ rows }) => {
          if (rows.length === FLAGS) started()
        },
        fallBack: () => {},
        onError: () => {},
      }),
    )
  }
  // The first node of the region makes the mirror.
  let started = 0
  await startNode(() => started++)
  await expect
    .poll(() => {
      publisher.tick()
      return started
    })
    .toBe(1)
  wire.cut(true)
  const [cpu, began] = [process.cpuUsage(), performance.now()]
  await Promise.all(Array.from({ length: NODES }, () => startNode(() => started++)))
  await expect.poll(() => started, { interval: 20 }).toBe(NODES + 1)
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  process.stdout.write(
    `${NODES} nodes with ${FLAGS} flags: ${seconds.toFixed(1)} s, ${((user + system) / 1e6).toFixed(1)} s of CPU in this process\n`,
  )
})
