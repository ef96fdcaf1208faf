import { withFreshBudget } from '../database/deadline.ts'
import { isUnavailable } from '../database/failures.ts'

const MOST_AT_ONCE = 1_000

/**
 * Group commit for many small writes: items are stored in batches, and the next batch starts as soon as the previous
 * one is stored. `add` resolves once its item is stored.
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
        // Bisect the batch, so that only the failing item is rejected.
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
    /** Resolves once every added item is stored or rejected. */
    drain: async () => {
      await running
    },
  }
}
