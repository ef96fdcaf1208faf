import type { Job } from '../../platform/background/jobs.ts'
import type { WorkHandles } from '../../platform/manifest.ts'
import { system } from '../../platform/write/actor.ts'
import { executeOrder } from '../../platform/write/commands.ts'
import { ageFlags } from './commands.ts'

export const flagAging = ({ write }: Pick<WorkHandles, 'write'>): Job[] => [
  {
    name: 'flag-aging',
    cron: '* * * * *',
    run: async () => void (await executeOrder(write, system, ageFlags.with({}))),
  },
]
