import { REQUEST_BUDGET_MS, withBudget } from './deadline.ts'
import { isGone } from './write.ts'

const MOST = 1_000

/**
 * Group commit for what arrives in crowds: items are stored together, and the next batch starts the moment the last has
 * been stored. `add` resolves once its item is.
 */
export function createBatches<Item>(store: (items: Item[]) => Promise<unknown>) {
  type Waiting = { item: Item; resolve: () => void; reject: (error: unknown) => void }
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined

  const flush = async (batch: Waiting[]): Promise<void> => {
    try {
      await withBudget(REQUEST_BUDGET_MS, () => store(batch.map(({ item }) => item)))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      if (isGone(error) || batch.length === 1) for (const { reject } of batch) reject(error)
      // Only the guilty one fails.
      else for (const one of batch) await flush([one])
    }
  }
  const run = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST)
      waiting = waiting.slice(MOST)
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
