import { withFreshBudget } from './deadline.ts'
import { isUnavailable } from './failures.ts'

const MOST_AT_ONCE = 1_000

/**
 * Group commit for what arrives in crowds: items are stored together, and the next batch starts the moment the last has
 * been stored. `add` resolves once its item is.
 */
export function createBatches<Item>(store: (items: Item[]) => Promise<unknown>, most = MOST_AT_ONCE) {
  type Waiting = { item: Item; resolve: () => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined

  const flush = async (batch: Waiting[]): Promise<void> => {
    try {
      await withFreshBudget(() => store(batch.map(({ item }) => item)))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (isUnavailable(error) || batch.length === 1) for (const { reject } of batch) reject(error)
      else {
        // Only the guilty one fails; it is found by halves.
        const half = Math.ceil(batch.length / 2)
        await flush(batch.slice(0, half))
        await flush(batch.slice(half))
      }
    }
  }
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await flush(batch)
    }
    running = undefined
  }
  return {
    add: (item: Item): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    /** Resolves once everything that was added is answered. */
    drain: async () => {
      await running
    },
  }
}
