import { system } from '../platform/actor.ts'
import { carryOut } from '../platform/commands.ts'
import type { Db } from '../platform/database.ts'
import type { Job } from '../platform/jobs.ts'
import type { Write } from '../platform/write.ts'
import { announce } from './commands.ts'
import { forgetApplications } from './queries.ts'

const KEPT = { instanceDays: 1, applicationDays: 30 }

/** Tells of new applications, and forgets what was not seen for long. */
export const applicationUpkeep = (db: Db, write: Write): Job => ({
  name: 'application-upkeep',
  cron: '* * * * *',
  async run() {
    await carryOut(write, system, announce.with({}))
    await forgetApplications(db, KEPT)
  },
})
