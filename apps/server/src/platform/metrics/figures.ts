import type { Logger } from 'pino'
import type { Reader } from '../database/database.ts'
import { withBudget } from '../database/deadline.ts'
import { countJobs, type InstanceFigures, type JobCount, readInstanceFigures } from './instance-queries.ts'

const KEPT_MS = 60_000
const BUDGET_MS = 30_000
/** On a large database, the queries take at most this share of the time. */
const LARGEST_SHARE = 0.05

export type Figures = {
  instance(): InstanceFigures | undefined
  jobs(): readonly JobCount[]
  /** Reads the figures if they are too old. Only the first call waits for them. */
  refresh(): Promise<void>
}

/** Figures about the installation, read at most once a minute and only if somebody wants metrics. */
export function openFigures(db: Reader, logger: Logger): Figures {
  let instance: InstanceFigures | undefined
  let jobs: JobCount[] = []
  let nextAt = 0
  let running: Promise<void> | undefined
  const read = async () => {
    const began = performance.now()
    try {
      await withBudget(BUDGET_MS, async () => {
        instance = await readInstanceFigures(db)
        jobs = await countJobs(db)
      })
    } catch (error) {
      logger.warn({ err: error }, 'the figures for metrics could not be read')
    }
    const took = performance.now() - began
    nextAt = performance.now() + Math.max(KEPT_MS, took / LARGEST_SHARE)
    running = undefined
  }
  return {
    instance: () => instance,
    jobs: () => jobs,
    async refresh() {
      if (performance.now() >= nextAt) running ??= read()
      if (!instance) await running
    },
  }
}
