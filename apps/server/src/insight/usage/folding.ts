import type { Db } from '../../platform/database/database.ts'
import { withoutBudget } from '../../platform/database/deadline.ts'
import { foldBatches } from './log-queries.ts'

/** Folding waits ten times as long as it took, so that it uses a tenth of a connection at most. */
const PAUSE_FACTOR = 10
const SHORTEST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000
const MOST_BATCHES = 500

/** Folds until nothing is left, or another process folds. Fewer batches at a time after a failure such as a timeout. */
export async function foldUsage(db: Db, { wait = false, most = MOST_BATCHES } = {}): Promise<void> {
  try {
    while ((await foldBatches(db, most, wait)) === most);
  } catch (error) {
    if (most === 1) throw error
    await foldUsage(db, { wait, most: Math.ceil(most / 20) })
  }
}

export type Folding = {
  /** Folds soon. A failure is not reported: the job of every process repeats it. */
  soon(): void
  /** Folds what was appended before. */
  now(): Promise<void>
}

/** Folds soon after a batch was appended, so that flags and applications show that they are used. */
export function openFolding(db: Db): Folding {
  let isDue = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let next = 0

  const fold = async () => {
    clearTimeout(timer)
    timer = undefined
    isDue = false
    const began = performance.now()
    await foldUsage(db).catch(() => {})
    const took = performance.now() - began
    next = began + took + Math.min(LONGEST_PAUSE_MS, took * PAUSE_FACTOR)
    running = undefined
    schedule()
  }
  const start = () => {
    running ??= withoutBudget(fold)
    return running
  }
  const schedule = () => {
    if (!isDue || timer || running) return
    timer = setTimeout(start, Math.max(SHORTEST_PAUSE_MS, next - performance.now())).unref()
  }
  return {
    soon() {
      isDue = true
      schedule()
    },
    async now() {
      await running
      if (isDue) await start()
    },
  }
}
