import { type ActionParameters, MOST_TAGGED_FLAGS } from '@flagstaff/contract/actions'
import { disableFlags, enableFlags } from '../../../flags/index.ts'
import { limitReached } from '../../../platform/errors.ts'
import type { Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { isByTag, turnsOn } from '../sets/accept.ts'
import { listTagged } from '../sets/option-queries.ts'

type Step = { action: string; executionParams: ActionParameters }

/** The command that an action is. Undefined if no flag has the tag. */
export async function orderOf(
  tx: Tx,
  project: string,
  { action, executionParams }: Step,
): Promise<Order | undefined> {
  const { environment = '', featureName = '', tag = '' } = executionParams
  const flags = isByTag(action) ? await listTagged(tx.read, project, tag) : [featureName]
  if (flags.length > MOST_TAGGED_FLAGS) throw limitReached('flags that an action changes', MOST_TAGGED_FLAGS)
  if (flags.length === 0) return undefined
  const input = { project, environment, flags }
  return turnsOn(action) ? enableFlags.with(input) : disableFlags.with(input)
}

export const NO_TAGGED_FLAG = 'No flag of the project has the tag.'
