import { expect } from 'vitest'
import { openLink } from '../src/chain.ts'
import { type Backbone, connectBackbone, type Options } from '../src/nats.ts'
import { followBackbone } from '../src/node.ts'
import { createPublisher } from '../src/publisher.ts'
import type { Seal } from '../src/seal.ts'
import { createNodeStore, createSource, sorted } from './source.ts'

export type Node = ReturnType<typeof followBackbone> & {
  dump: ReturnType<typeof createNodeStore>['dump']
  falls: boolean[]
  seen: { epoch: string; revision: number }[]
}

/** Publishers and nodes of an installation, with a database that only counts. */
export function createCrew(instance: string, seal: Seal) {
  const database = createSource()
  const { source, last } = database
  let incarnation: string | undefined
  let created = 0
  const opened: Backbone[] = []
  const nodes: Node[] = []

  async function open(servers: string[], more: Partial<Options> = {}) {
    const backbone = await connectBackbone({ servers, instance, ...more })
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
      databaseTime: Date.now,
      createId: () => `N${String(++created).padStart(4, '0')}`,
    })

  function nodeOn(backbone: Backbone): Node {
    const { apply, dump } = createNodeStore()
    const falls: boolean[] = []
    const seen: { epoch: string; revision: number }[] = []
    const following = followBackbone({
      backbone,
      seal,
      instance,
      apply(change) {
        seen.push({ epoch: change.epoch, revision: change.revision })
        apply(change)
      },
      fallBack: (isNeeded) => falls.push(isNeeded),
      onError: () => {},
    })
    const node = { ...following, dump, falls, seen }
    nodes.push(node)
    return node
  }

  return {
    ...database,
    open,
    publisherOn,
    nodeOn,
    nodes,
    /** How many incarnations there were. */
    created: () => created,
    /** Every node has what the database has; returns that. */
    async same() {
      const want = sorted(await source.readAll())
      const text = JSON.stringify(want)
      await expect
        .poll(() => nodes.every((node) => JSON.stringify(node.dump()) === text), { timeout: 60_000 })
        .toBe(true)
      return want
    },
    /** Breaks in the chain: each link has to follow the one before. */
    async breaks(backbone: Backbone) {
      const links: { from: number; to: number }[] = []
      const of = { instance, incarnation: incarnation ?? '' }
      const stop = await backbone.follow(of.incarnation, 'hub', 0, (message) =>
        links.push(openLink(seal, of, message)),
      )
      await expect.poll(() => links.at(-1)?.to).toBe(last().revision)
      stop()
      return links.filter(({ from }, index) => index > 0 && from !== links[index - 1]?.to)
    },
    /** Where a node went back within a history. */
    backward: () =>
      nodes.flatMap(({ seen }) =>
        seen.filter(({ epoch, revision }, index) => {
          const before = seen[index - 1]
          return before?.epoch === epoch && revision < before.revision
        }),
      ),
    async end() {
      for (const node of nodes) node.stop()
      for (const backbone of opened) await backbone.close()
    },
  }
}

/** As a server does: publishes and ticks, again and again, and goes on after errors. Returns how to stop. */
export function keepPublishing(current: () => ReturnType<typeof createPublisher>): () => Promise<void> {
  let isPublishing = true
  const publishing = (async () => {
    while (isPublishing) {
      await current()
        .publish()
        .catch(() => {})
      current().tick()
      await new Promise((done) => setTimeout(done, 100))
    }
  })()
  return () => {
    isPublishing = false
    return publishing
  }
}
