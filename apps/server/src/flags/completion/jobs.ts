import type { Logger } from 'pino'
import type { Job } from '../../platform/background/jobs.ts'
import type { WorkHandles } from '../../platform/manifest.ts'
import { run } from '../../platform/write/commands.ts'
import { upgradeStored } from '../../platform/write/upgrade.ts'
import { completeRules } from './commands.ts'
import { listIncompleteFlags } from './queries.ts'

const FLAGS_AT_ONCE = 100

/** Completes rules that an earlier version has stored, before anybody is served. */
export const completeStoredRules = ({ read, write }: WorkHandles, logger?: Logger): Promise<void> =>
  upgradeStored<string>(
    write,
    {
      what: 'rules',
      next: (after = '') => listIncompleteFlags(read, after, FLAGS_AT_ONCE),
      change: (tx, flags) => run(tx, completeRules, { flags: [...flags] }),
    },
    logger,
  )

/** During an upgrade, servers of the earlier version go on storing such rules. */
export const ruleCompletion = (handles: WorkHandles): Job[] => [
  { name: 'rule-completion', cron: '*/10 * * * *', run: () => completeStoredRules(handles) },
]
