import { system } from '../../platform/actor.ts'
import { carryOut } from '../../platform/commands.ts'
import type { Job } from '../../platform/jobs.ts'
import type { Write } from '../../platform/write.ts'
import { ageFlags } from './commands.ts'

export const flagAging = (write: Write): Job => ({
  name: 'flag-aging',
  cron: '* * * * *',
  run: async () => void (await carryOut(write, system, ageFlags.with({}))),
})
