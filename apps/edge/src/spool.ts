import { randomUUID } from 'node:crypto'
import type { Bulk, ImpactMetric, OutcomeReport, Registration, Usage } from '@flagstaff/delivery'

/** One report to forward, stored as a line of a file. */
export type Item =
  | { kind: 'usage'; usage: Usage }
  | { kind: 'application'; registration: Registration }
  | { kind: 'impact'; environment: string; metrics: ImpactMetric[] }
  | { kind: 'outcomes'; report: OutcomeReport }
  /** From an edge behind this one, with the id which that edge assigned. */
  | { kind: 'bulk'; bulk: Bulk & { id: string } }
export type Batch = {
  /** Stable across retries. */
  id: string
  items: Item[]
  /** Call after forwarding; otherwise the batch is returned again. */
  done(): Promise<void>
}

export type Spool = {
  /** Resolves once the item is on disk (or in memory, without a folder). */
  add(item: Item): Promise<void>
  /** Returns all pending items in batches, oldest first; each batch is deleted when it is done. */
  take(): Promise<Batch[]>
  readonly dropped: number
  /** Number of damaged lines on disk. */
  readonly unreadable: number
  readonly bytes: number
}

/** In memory only: pending items are lost when the process exits. */
export function createMemorySpool(mostItems = 100_000): Spool {
  let items: Item[] = []
  let taken: { id: string; items: Item[] }[] = []
  let size = 0
  let dropped = 0
  /** Drop whole batches only: one that may have been sent must not change. */
  const makeRoom = () => {
    if (size <= mostItems) return
    const gone = taken.shift()?.items ?? items.splice(0, size - mostItems)
    size -= gone.length
    dropped += gone.length
  }
  return {
    get dropped() {
      return dropped
    },
    unreadable: 0,
    bytes: 0,
    async add(item) {
      items.push(item)
      size++
      makeRoom()
    },
    async take() {
      if (items.length > 0) taken.push({ id: randomUUID(), items })
      items = []
      return taken.map((batch) => ({
        ...batch,
        async done() {
          if (!taken.includes(batch)) return
          taken = taken.filter((one) => one !== batch)
          size -= batch.items.length
        },
      }))
    },
  }
}
