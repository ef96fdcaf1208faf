import type { Job } from '../../platform/background/jobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { system } from '../../platform/write/actor.ts'
import { executeOrder } from '../../platform/write/commands.ts'
import type { Write } from '../../platform/write/write.ts'
import { announce } from './commands.ts'
import { forgetApplications } from './queries.ts'

/** A process that runs is seen every few minutes. */
const KEPT = { processMinutes: 15, instanceDays: 1, applicationDays: 30 }

/** Records new applications, and deletes those that were not seen for a long time. */
export const applicationUpkeep = (db: Db, write: Write): Job => ({
  name: 'application-upkeep',
  cron: '* * * * *',
  async run() {
    await executeOrder(write, system, announce.with({}))
    await forgetApplications(db, KEPT)
  },
})
