import Type from 'typebox'
import { holdFlag } from '../../flags/index.ts'
import { accountOf } from '../../people/tokens/index.ts'
import { AppError, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { flagStarred, flagUnstarred, projectStarred, projectUnstarred } from './events.ts'
import {
  insertFavoriteFlag,
  insertFavoriteProject,
  removeFavoriteFlag,
  removeFavoriteProject,
} from './queries.ts'

const Flag = Type.Object({ project: Type.String(), flag: Type.String() })
const Project = Type.Object({ project: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

export const starFlag = command({
  name: 'flag.star',
  input: Flag,
  permission: 'authenticated',
  scope: inProject,
  async run(tx, input) {
    const userId = accountOf(tx.caller)
    const { archived, tags } = await holdExisting(tx, input)
    if (archived) throw new AppError('archivedFlag', { name: input.flag })
    const changed = await insertFavoriteFlag(tx, userId, input.flag)
    if (changed) tx.record(flagStarred({ ...input, tags }))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? unstarFlag.with(input) : undefined),
})

export const unstarFlag = command({
  name: 'flag.unstar',
  input: Flag,
  permission: 'authenticated',
  scope: inProject,
  allowedWhen: ['archived'],
  async run(tx, input) {
    const userId = accountOf(tx.caller)
    const { tags } = await holdExisting(tx, input)
    const changed = await removeFavoriteFlag(tx, userId, input.flag)
    if (changed) tx.record(flagUnstarred({ ...input, tags }))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? starFlag.with(input) : undefined),
})

export const starProject = command({
  name: 'project.star',
  input: Project,
  permission: 'authenticated',
  scope: inProject,
  async run(tx, { project }) {
    const changed = await insertFavoriteProject(tx, accountOf(tx.caller), project)
    if (changed) tx.record(projectStarred(project))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? unstarProject.with(input) : undefined),
})

export const unstarProject = command({
  name: 'project.unstar',
  input: Project,
  permission: 'authenticated',
  scope: inProject,
  allowedWhen: ['archived'],
  async run(tx, { project }) {
    const changed = await removeFavoriteProject(tx, accountOf(tx.caller), project)
    if (changed) tx.record(projectUnstarred(project))
    return changed
  },
  inverse: (input, changed): Order | undefined => (changed ? starProject.with(input) : undefined),
})

async function holdExisting(tx: Tx, { project, flag }: { project: string; flag: string }) {
  const found = await holdFlag(tx, project, flag)
  if (!found) throw notFound('flag', flag)
  return found
}
