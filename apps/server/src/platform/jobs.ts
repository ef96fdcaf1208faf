import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { databaseAway } from './errors.ts'
import { createTurns } from './turns.ts'
import type { Send } from './write.ts'

/**
 * Work that one process does for all: on a schedule if it has a `cron`, otherwise whenever it is sent. Failed jobs are
 * retried, so a job must be repeatable. Its data is stored as it is and must hold no secrets.
 */
export type Job = { name: string; cron?: string; run(data?: unknown): Promise<void> }

export type Jobs = {
  /** Sends a job with the change that causes it: no change, no job. */
  send: Send
  start(jobs: readonly Job[]): Promise<void>
  stop(): Promise<void>
}

/** For sent jobs: six attempts over about a quarter of an hour; a finished job is deleted after an hour. */
const retries = { retryLimit: 5, retryDelay: 15, retryBackoff: true, deleteAfterSeconds: 3_600 } as const
/** Fetches in batches, the next one at once while they come back full. Each job of a batch fails for itself. */
const batches = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  perJobResults: true,
} as const
/** How many sent jobs of all kinds one process runs at a time. */
const MOST_AT_ONCE = 5

/** Runs the jobs on the database itself; there is nothing else to install. */
export function openJobs(database: Database, logger: Logger): Jobs {
  let running: PgBoss | undefined
  return {
    async send(trx, name, data) {
      if (!running) throw databaseAway()
      await running.send(name, data, { db: fromKysely(trx) })
    },
    async start(jobs) {
      const boss = new PgBoss({
        db: { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) },
        schema: 'jobs',
      })
      boss.on('error', (error) => logger.warn({ err: error }, 'jobs'))
      await boss.start()
      const inTurn = createTurns({ atOnce: MOST_AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY })
      for (const { name, cron, run } of jobs) {
        const attempt = async (data: unknown) => {
          try {
            await run(data)
          } catch (error) {
            logger.warn({ err: error, job: name }, 'a job failed and will be retried')
            throw error
          }
        }
        if (cron) {
          await boss.createQueue(name, { policy: 'exclusive' })
          await boss.work(name, async ([job]) => attempt(job?.data))
          await boss.schedule(name, cron)
        } else {
          await boss.createQueue(name, retries)
          await boss.work(name, batches, (batch) => settle(batch, (data) => inTurn(() => attempt(data))))
        }
      }
      running = boss
    },
    async stop() {
      await running?.stop({ graceful: true, timeout: 2_000 })
    },
  }
}

type Sent = { id: string; data: unknown }

/** Runs a batch and reports each job by itself, so that only those that failed are retried. */
async function settle(batch: readonly Sent[], run: (data: unknown) => Promise<void>): Promise<JobResult[]> {
  const outcomes = await Promise.allSettled(batch.map(({ data }) => run(data)))
  return batch.map(({ id }, i) => {
    const outcome = outcomes[i]
    return outcome?.status === 'rejected'
      ? { id, status: 'failed', output: outcome.reason }
      : { id, status: 'completed' }
  })
}
