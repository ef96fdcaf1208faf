import Type from 'typebox'
import { notAllowed } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { addDependency } from '../dependencies/commands.ts'
import { dependenciesRemoved } from '../dependencies/events.ts'
import { listDependencies, listParents, removeDependencies } from '../dependencies/queries.ts'
import { checkFlagLimits } from '../limits.ts'
import { lockFlags } from '../queries.ts'
import { switchOn } from '../switch/orders.ts'
import { lockAllFlags, versioned } from '../target.ts'
import { flagArchived, flagDeleted, flagRevived } from './events.ts'
import { archive, listUsedSegments, listWhereOn, removeFlags, revive } from './queries.ts'

const Flags = Type.Object({ project: Type.String(), flags: Type.Array(Type.String()) })
const inProject = ({ project }: { project: string }) => ({ project })

/** A parent can only be archived together with all its children; a child loses its dependencies. */
export const archiveFlags = command({
  name: 'flag.archive',
  proposable: true,
  input: Flags,
  permission: 'DELETE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  load: (tx, { project, flags }) => lockAllFlags(tx, project, flags),
  current: versioned,
  async run(tx, { project }, flags) {
    const going = flags.filter((flag) => !flag.archived)
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
  // Revived flags are off and without parents, so the inverse also restores their state and dependencies.
  inverse: ({ project }, { names, on, lost }): Order[] => [
    ...(names.length > 0 ? [reviveFlags.with({ project, flags: names, goOn: true })] : []),
    ...lost.map(({ child, ...dependency }) => addDependency.with({ project, flag: child, ...dependency })),
    ...on.map(({ environment, flags }) => switchOn({ project, environment, flags })),
  ],
})

export const reviveFlags = command({
  name: 'flag.revive',
  proposable: true,
  // `goOn` is for undo: it continues the lifecycle, which otherwise starts over.
  input: Type.Interface([Flags], { goOn: Type.Optional(Type.Boolean()) }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  async run(tx, { project, flags, goOn = false }) {
    const coming = (await lockAllFlags(tx, project, flags)).filter((flag) => flag.archived)
    const names = coming.map((flag) => flag.name)
    if (names.length === 0) return names
    await checkFlagLimits(tx, project, names.length)
    const segments = await listUsedSegments(tx.read, names)
    await revive(tx, names, goOn)
    for (const flag of coming) tx.record(flagRevived(flag, segments.get(flag.name) ?? []))
    return names
  },
  inverse: ({ project }, flags): Order | undefined =>
    flags.length > 0 ? archiveFlags.with({ project, flags }) : undefined,
})

/** Deletes archived flags permanently. Returns the names of the flags it skipped. */
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
