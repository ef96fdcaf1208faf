import { randomUUID } from 'node:crypto'
import type { Bulk, ImpactMetric, Registration, Usage } from '@flagstaff/delivery'

/** One thing to forward, as a line of a file. */
export type Item =
  | { kind: 'usage'; usage: Usage }
  | { kind: 'application'; registration: Registration }
  | { kind: 'impact'; environment: string; metrics: ImpactMetric[] }
  /** Of an edge behind this one, under that one's id. */
  | { kind: 'bulk'; bulk: Bulk & { id: string } }
export type Batch = {
  /** The same each time it comes. */
  id: string
  items: Item[]
  /** It was forwarded; otherwise it comes again. */
  done(): Promise<void>
}

export type Spool = {
  /** Resolves once it is written down (or, without a folder, remembered). */
  add(item: Item): Promise<void>
  /** Everything there is at present, oldest first, in parts; each is forgotten when it is done. */
  take(): Promise<Batch[]>
  readonly dropped: number
  /** Lines on the disk that could not be read. */
  readonly unreadable: number
  readonly bytes: number
}

/** In memory only: what was not forwarded is lost with the process. */
export function createMemorySpool(mostItems = 100_000): Spool {
  let items: Item[] = []
  let taken: { id: string; items: Item[] }[] = []
  let size = 0
  let dropped = 0
  /** What may have been sent already keeps its form, so a batch goes whole. */
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
