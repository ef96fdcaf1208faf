import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { notAllowed } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { addDependency } from '../dependencies/commands.ts'
import { dependenciesRemoved } from '../dependencies/events.ts'
import { listDependencies, listParents, removeDependencies } from '../dependencies/queries.ts'
import { lockFlags } from '../queries.ts'
import { makeRoomForAll } from '../room.ts'
import { switchOn } from '../switch/orders.ts'
import { lockAllFlags } from '../target.ts'
import { flagArchived, flagDeleted, flagRevived } from './events.ts'
import { archive, listUsedSegments, listWhereOn, removeFlags, revive } from './queries.ts'

const Flags = Type.Object({ project: Type.String(), flags: Type.Array(Type.String()) })
const inProject = ({ project }: { project: string }) => ({ project })

/** A parent goes only together with all its children; a child leaves its parents behind. */
export const archiveFlags = command({
  name: 'flag.archive',
  input: Flags,
  permission: 'DELETE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  async run(tx, { project, flags }) {
    const going = (await lockAllFlags(tx, project, flags)).filter((flag) => !flag.archived)
    const names = going.map((flag) => flag.name)
    if (names.length === 0) return { names, on: [], lost: [] }
    await refuseParents(tx, project, names)
    const on = await listWhereOn(tx.read, names)
    const lost = await listDependencies(tx.read, project, names)
    const dependencies = Map.groupBy(lost, ({ child }) => child)
    const segments = await listUsedSegments(tx.read, names)
    await removeDependencies(tx, names)
    await archive(tx, names)
    for (const flag of going) {
      const own = dependencies.get(flag.name)
      if (own) tx.record(dependenciesRemoved(flag, own))
      tx.record(flagArchived(flag, segments.get(flag.name) ?? []))
    }
    return { names, on, lost }
  },
  // What comes back is off and without parents: it is turned on again where it was on, and tied to them again.
  inverse: ({ project }, { names, on, lost }): Order[] => [
    ...(names.length > 0 ? [reviveFlags.with({ project, flags: names, goOn: true })] : []),
    ...lost.map(({ child, ...dependency }) => addDependency.with({ project, flag: child, ...dependency })),
    ...on.map(({ environment, flags }) => switchOn({ project, environment, flags })),
  ],
})

export const reviveFlags = command({
  name: 'flag.revive',
  // Taken back by whoever archived them, they go on where they were; otherwise their lifecycle starts over.
  input: Type.Interface([Flags], { goOn: Type.Optional(Type.Boolean()) }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  async run(tx, { project, flags, goOn = false }) {
    const coming = (await lockAllFlags(tx, project, flags)).filter((flag) => flag.archived)
    const names = coming.map((flag) => flag.name)
    if (names.length === 0) return names
    await makeRoomForAll(tx, project, names.length)
    const segments = await listUsedSegments(tx.read, names)
    await revive(tx, names, goOn)
    for (const flag of coming) tx.record(flagRevived(flag, segments.get(flag.name) ?? []))
    return names
  },
  inverse: ({ project }, flags): Order | undefined =>
    flags.length > 0 ? archiveFlags.with({ project, flags }) : undefined,
})

/** Erases archived flags for good. Gives the names of those it left alone. */
export const deleteFlags = command({
  name: 'flag.delete',
  input: Flags,
  permission: 'DELETE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  async run(tx, { project, flags }) {
    const going = (await lockFlags(tx, project, flags)).filter((flag) => flag.archived)
    const names = new Set(going.map((flag) => flag.name))
    if (names.size > 0) {
      await refuseParents(tx, project, [...names])
      await removeFlags(tx, [...names])
    }
    for (const flag of going) tx.record(flagDeleted(flag))
    return { skipped: flags.filter((name) => !names.has(name)) }
  },
})

async function refuseParents(tx: Tx, project: string, names: readonly string[]) {
  const parents = await listParents(tx.read, project, names)
  if (parents.length === 0) return
  throw notAllowed(`Other flags depend on ${parents.join(', ')}. Archive them too, or remove the dependency.`)
}
