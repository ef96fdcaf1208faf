import { accounts } from './allowed/accounts.ts'
import { answers } from './allowed/answers.ts'
import { around } from './allowed/around.ts'
import { clients } from './allowed/clients.ts'
import type { Allowed } from './allowed/entry.ts'
import { flags } from './allowed/flags.ts'
import { integrations } from './allowed/integrations.ts'
import { operators } from './allowed/operators.ts'
import { reports } from './allowed/reports.ts'

/** All allowed differences, by area. */
export const allowed: Allowed[] = [
  ...answers,
  ...accounts,
  ...flags,
  ...around,
  ...clients,
  ...reports,
  ...integrations,
  ...operators,
]
