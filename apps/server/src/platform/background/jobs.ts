import { fromKysely, type JobResult, PgBoss, type Queue } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { codeOf, isUnavailable } from '../database/failures.ts'
import { databaseAway } from '../errors.ts'
import type { Send } from '../write/write.ts'
import { createQueue } from './queue.ts'

/**
 * A background job that runs on one process: on a schedule if it has a `cron`, otherwise when it is sent. Failed jobs
 * are retried, so a job must be idempotent. Its data is stored in plain text and must not contain secrets. With `seconds`
 * it runs on every process, again and again: for what is needed more often than a schedule allows.
 */
export type Job = { name: string; cron?: string; seconds?: number; run(data?: unknown): Promise<void> }

export type Jobs = {
  /** Queues a job in the transaction of a change: it only runs if the change commits, and not before the given time. */
  send: Send
  start(jobs: readonly Job[]): Promise<void>
  stop(): Promise<void>
}

/** A job of a killed process is repeated after this time. Until then no other process may run it. */
const HEARTBEAT_SECONDS = 20
/** For queued jobs: six attempts in about 15 minutes; finished jobs are deleted after an hour. */
const retries = { retryLimit: 5, retryDelay: 15, retryBackoff: true, deleteAfterSeconds: 3_600 } as const
/** Fetches jobs in batches, and the next batch at once while batches are full. Each job of a batch fails separately. */
const batches = {
  batchSize: 20,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  perJobResults: true,
} as const
/** Schedules have whole minutes, and there are many: asking for each more often would keep an idle database busy. */
const scheduled = { pollingIntervalSeconds: 5 } as const
/** How many queued jobs one process runs at a time, across all queues. */
const MOST_AT_ONCE = 5

/** Called after every run of a job. */
type OnRun = (job: string, ms: number, succeeded: boolean) => void

/** Runs jobs with a queue in PostgreSQL, so no other service is needed. */
export function openJobs(database: Database, logger: Logger, onRun: OnRun = () => {}): Jobs {
  let running: PgBoss | undefined
  const timers: NodeJS.Timeout[] = []
  return {
    async send(trx, name, data, at) {
      if (!running) throw databaseAway()
      await running.send(name, data, { db: fromKysely(trx), ...(at ? { startAfter: at } : {}) })
    },
    async start(jobs) {
      const boss = new PgBoss({
        db: { executeSql: database.query },
        schema: 'jobs',
        superviseIntervalSeconds: HEARTBEAT_SECONDS,
        monitorIntervalSeconds: HEARTBEAT_SECONDS,
      })
      boss.on('error', (error) => {
        // That the database is away is said once for all of the process, with the reason.
        if (!isUnavailable(error) && !wasAway(error)) logger.warn({ err: error }, 'jobs')
      })
      await boss.start()
      const inTurn = createQueue({ atOnce: MOST_AT_ONCE, mostWaiting: Number.POSITIVE_INFINITY })
      for (const { name, cron, seconds, run } of jobs) {
        const attempt = async (data: unknown) => {
          const began = performance.now()
          try {
            await run(data)
            onRun(name, performance.now() - began, true)
          } catch (error) {
            onRun(name, performance.now() - began, false)
            logger.warn({ err: error, job: name }, 'a job failed and will be retried')
            throw error
          }
        }
        if (seconds) {
          const again = oneAtATime(() => attempt(undefined).catch(() => {}))
          timers.push(setInterval(again, seconds * 1000).unref())
        } else if (cron) {
          await openQueue(boss, name, { policy: 'exclusive' })
          await boss.work(name, scheduled, async ([job]) => attempt(job?.data))
          await boss.schedule(name, cron)
        } else {
          await openQueue(boss, name, retries)
          await boss.work(name, batches, (batch) => settle(batch, (data) => inTurn(() => attempt(data))))
        }
      }
      running = boss
    },
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running?.stop({ graceful: true, timeout: 2_000 })
    },
  }
}

/** The queue copies the fields of an error into a new one. */
const wasAway = (error: unknown) => codeOf(error) === 'databaseAway'

/** Queues that an older version has created get a heartbeat, too. */
async function openQueue(boss: PgBoss, name: string, options: Omit<Queue, 'name'>) {
  await boss.createQueue(name, options)
  await boss.updateQueue(name, { heartbeatSeconds: HEARTBEAT_SECONDS })
}

/** Skips calls while the last one runs. */
function oneAtATime(work: () => Promise<unknown>) {
  let isRunning = false
  return () => {
    if (isRunning) return
    isRunning = true
    void work().finally(() => {
      isRunning = false
    })
  }
}

type Sent = { id: string; data: unknown }

/** Runs a batch and reports each job separately, so that only failed ones are retried. */
async function settle(batch: readonly Sent[], run: (data: unknown) => Promise<void>): Promise<JobResult[]> {
  const outcomes = await Promise.allSettled(batch.map(({ data }) => run(data)))
  return batch.map(({ id }, i) => {
    const outcome = outcomes[i]
    return outcome?.status === 'rejected'
      ? { id, status: 'failed', output: outcome.reason }
      : { id, status: 'completed' }
  })
}
