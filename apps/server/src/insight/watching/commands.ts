import Type from 'typebox'
import { holdFlag } from '../../flags/index.ts'
import { accountOf } from '../../people/tokens/index.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { flagUnwatched, flagWatched } from './events.ts'
import { insertWatcher, removeWatcher } from './queries.ts'

const Flag = Type.Object({ project: Type.String(), flag: Type.String() })

export const watchFlag = command({
  name: 'flag.watch',
  input: Flag,
  permission: 'authenticated',
  scope: ({ project }) => ({ project }),
  async run(tx, { project, flag }) {
    const userId = accountOf(tx.caller)
    const found = await holdFlag(tx, project, flag)
    if (!found) throw notFound('flag', flag)
    if (found.archived) throw new AppError('archivedFlag', { name: flag })
    const changed = await insertWatcher(tx, userId, flag)
    if (changed) tx.record(flagWatched({ project, flag, tags: found.tags }))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? unwatchFlag.with(input) : undefined),
})

export const unwatchFlag = command({
  name: 'flag.unwatch',
  input: Flag,
  permission: 'authenticated',
  scope: ({ project }) => ({ project }),
  allowedWhen: ['archived'],
  async run(tx, { project, flag }) {
    const userId = accountOf(tx.caller)
    const found = await holdFlag(tx, project, flag)
    if (!found) throw notFound('flag', flag)
    const changed = await removeWatcher(tx, userId, flag)
    if (changed) tx.record(flagUnwatched({ project, flag, tags: found.tags }))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? watchFlag.with(input) : undefined),
})
