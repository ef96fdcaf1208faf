import { FeatureLifecycleCompleted } from '@flagstaff/contract/lifecycle'
import Type from 'typebox'
import { command, type Order } from '../../platform/write/commands.ts'
import { lockActiveFlag } from '../target.ts'
import { flagCompleted, flagUncompleted } from './events.ts'
import { type Completion, findCompletion, replaceCompletion } from './queries.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

/** Marks a flag as decided: what is left is to remove it from the code. */
export const completeFlag = command({
  name: 'flag.complete',
  input: Type.Object({
    ...Target.properties,
    ...FeatureLifecycleCompleted.properties,
    // For undo: the time at which the flag was completed before.
    at: Type.Optional(Type.String({ format: 'date-time' })),
  }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { status, statusValue, at }, flag) {
    const before = await findCompletion(tx, flag)
    const completion: Completion = {
      status,
      ...(status === 'kept' && statusValue ? { statusValue } : {}),
      at: at ?? before?.at ?? new Date().toISOString(),
    }
    if (JSON.stringify(before) === JSON.stringify(completion)) return { before, isSame: true }
    await replaceCompletion(tx, flag, completion)
    tx.record(flagCompleted(flag, completion, before))
    return { before, isSame: false }
  },
  inverse: ({ project, flag }, { before, isSame }): Order | undefined => {
    if (isSame) return undefined
    return before ? completeFlag.with({ project, flag, ...before }) : uncompleteFlag.with({ project, flag })
  },
})

export const uncompleteFlag = command({
  name: 'flag.uncomplete',
  input: Target,
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, _input, flag) {
    const before = await findCompletion(tx, flag)
    if (!before) return undefined
    await replaceCompletion(tx, flag, undefined)
    tx.record(flagUncompleted(flag, before))
    return before
  },
  inverse: ({ project, flag }, before): Order | undefined =>
    before && completeFlag.with({ project, flag, ...before }),
})
