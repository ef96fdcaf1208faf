import Type from 'typebox'
import { noPermission, notFound } from '../../platform/errors.ts'
import { sees } from '../../platform/write/actor.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { guardProject } from '../../platform/write/guards.ts'
import type { Tx } from '../../platform/write/write.ts'
import { checkProjectLimit } from '../limits.ts'
import { listAllPlans } from '../plans/queries.ts'
import { listAllSafeguards } from '../safeguards/queries.ts'
import { lockActiveFlags } from '../target.ts'
import { flagMoved } from './events.ts'
import { findObstacles, sameProject } from './obstacles.ts'
import { moveFlags as moveAll } from './queries.ts'

/** Moves all of the flags or none, with everything that belongs to them. */
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
    const { naming } = await checkProjectLimit(tx, target, flags.length)
    const [obstacle] = await findObstacles(tx.read, move, naming)
    if (obstacle) throw obstacle.error
    const [plans, safeguards] = await Promise.all([
      listAllPlans(tx.read, move.flags),
      listAllSafeguards(tx.read, move.flags),
    ])
    await moveAll(tx, move)
    for (const flag of flags) tx.record(flagMoved(flag, target, { plans, safeguards }))
    return move
  },
  inverse: ({ project, target }, { flags }): Order | undefined =>
    flags.length > 0 ? moveFlags.with({ project: target, target: project, flags: [...flags] }) : undefined,
})

/** The target project has the same checks as the project of the command. */
async function allowThere(tx: Tx, project: string, target: string) {
  if (target === project) throw sameProject(target)
  if (!sees(tx.caller.viewer, target)) throw notFound('project', target)
  if (!tx.caller.may('MOVE_FEATURE_TOGGLE', { project: target })) {
    throw noPermission(['MOVE_FEATURE_TOGGLE'], ` in the project ${target}`)
  }
  await guardProject(tx, target, { exclusive: false, allowArchived: false, allowInMaintenance: false })
}
