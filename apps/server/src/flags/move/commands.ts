import Type from 'typebox'
import { sees } from '../../platform/actor.ts'
import { command, type Order } from '../../platform/commands.ts'
import { invalid, noPermission, notFound } from '../../platform/errors.ts'
import { guardProject } from '../../platform/guards.ts'
import type { Tx } from '../../platform/write.ts'
import { makeRoom } from '../room.ts'
import { lockActiveFlags } from '../target.ts'
import { flagMoved } from './events.ts'
import { findObstacles } from './obstacles.ts'
import { moveFlags as moveAll } from './queries.ts'

/** Several flags go together or not at all. Everything about them stays as it is. */
export const moveFlags = command({
  name: 'flag.move',
  input: Type.Object({ project: Type.String(), target: Type.String(), flags: Type.Array(Type.String()) }),
  permission: 'MOVE_FEATURE_TOGGLE',
  scope: ({ project }) => ({ project }),
  otherProjects: ({ target }) => [target],
  locks: ({ flags }) => ({ flags }),
  async run(tx, { project, target, flags: names }) {
    await allowThere(tx, project, target)
    const flags = await lockActiveFlags(tx, project, names)
    const move = { project, target, flags: flags.map((flag) => flag.name) }
    if (flags.length === 0) return move
    const { naming } = await makeRoom(tx, target, flags.length)
    const [obstacle] = await findObstacles(tx.read, move, naming)
    if (obstacle) throw obstacle.error
    await moveAll(tx, move)
    for (const flag of flags) tx.record(flagMoved(flag, target))
    return move
  },
  inverse: ({ project, target }, { flags }): Order | undefined =>
    flags.length > 0 ? moveFlags.with({ project: target, target: project, flags: [...flags] }) : undefined,
})

/** What holds for a change in a project holds for the one that flags come into, too. */
async function allowThere(tx: Tx, project: string, target: string) {
  if (target === project)
    throw invalid(`The project is already ${target}. Choose another one.`, 'newProjectId')
  if (!sees(tx.caller.viewer, target)) throw notFound('project', target)
  if (!tx.caller.may('MOVE_FEATURE_TOGGLE', { project: target })) {
    throw noPermission(['MOVE_FEATURE_TOGGLE'], ` in the project ${target}`)
  }
  await guardProject(tx, target, { exclusively: false, evenArchived: false, evenPaused: false })
}
