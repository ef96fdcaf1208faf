import { fromKysely, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import type { Tx } from './write.ts'

/** Work that happens later or again and again, once for all processes together. */
export type Job = { name: string; cron: string; run(): Promise<void> }

export type Jobs = {
  /** Sends a job with the change that causes it: no change, no job. */
  send(tx: Tx, name: string, data: object): Promise<void>
  stop(): Promise<void>
}

/** Runs the jobs on the database itself; there is nothing else to install. */
export async function startJobs(database: Database, jobs: readonly Job[], logger: Logger): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text: string, values?: unknown[]) => database.pool.query(text, values) },
    schema: 'jobs',
  })
  boss.on('error', (error) => logger.warn({ err: error }, 'jobs'))
  await boss.start()
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'exclusive' })
    await boss.work(name, async () => {
      try {
        await run()
      } catch (error) {
        logger.warn({ err: error, job: name }, 'a job failed and will be tried again')
        throw error
      }
    })
    await boss.schedule(name, cron)
  }
  return {
    async send(tx, name, data) {
      await boss.send(name, data, { db: fromKysely(tx.db) })
    },
    stop: () => boss.stop({ graceful: true, timeout: 2_000 }),
  }
}
