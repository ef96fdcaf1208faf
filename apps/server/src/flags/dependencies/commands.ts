import { CreateDependentFeature } from '@flagstaff/contract/dependencies'
import Type from 'typebox'
import { AppError, notAllowed } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { type Flag, lockFlags } from '../queries.ts'
import { lockActiveFlag, missingFlag } from '../target.ts'
import { dependenciesRemoved, dependencyAdded, dependencyRemoved } from './events.ts'
import {
  type Dependency,
  listDependencies,
  listParents,
  removeDependencies,
  removeDependency as removeOne,
  upsertDependency,
} from './queries.ts'

const Child = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

const MOST_PARENTS = 10
const MOST_VARIANTS = 100

/** Adds a dependency on another flag, or changes its conditions. */
export const addDependency = command({
  name: 'dependency.add',
  proposable: true,
  input: Type.Interface([Child, CreateDependentFeature], {}),
  permission: 'UPDATE_FEATURE_DEPENDENCY',
  scope: inProject,
  locks: ({ flag, feature }) => ({ flags: [flag, feature] }),
  load: lockChild,
  async run(tx, { project, flag, feature, enabled = true, variants = [] }, child) {
    // A parent that is off has no variant.
    const wanted = { feature, enabled, variants: enabled ? [...new Set(variants)] : [] }
    if (wanted.variants.length > MOST_VARIANTS) throw tooMany(`${MOST_VARIANTS} variants of its parent`)
    const own = await listDependencies(tx.read, project, [flag])
    const before = own.find((one) => one.feature === feature)
    if (!before) {
      await refuseChains(tx, project, { flag, feature })
      if (own.length >= MOST_PARENTS) throw tooMany(`${MOST_PARENTS} other flags`)
    }
    await upsertDependency(tx, child, wanted)
    tx.record(dependencyAdded(child, wanted, before))
    return before
  },
  inverse: ({ project, flag, feature }, before): Order =>
    before
      ? addDependency.with({ project, flag, ...asked(before) })
      : removeDependency.with({ project, flag, feature }),
})

export const removeDependency = command({
  name: 'dependency.remove',
  proposable: true,
  input: Type.Interface([Child], { feature: Type.String() }),
  permission: 'UPDATE_FEATURE_DEPENDENCY',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { project, flag, feature }, child) {
    const own = await listDependencies(tx.read, project, [flag])
    const before = own.find((one) => one.feature === feature)
    if (!before) return undefined
    await removeOne(tx, child, feature)
    tx.record(dependencyRemoved(child, before))
    return before
  },
  inverse: ({ project, flag }, before): Order | undefined =>
    before && addDependency.with({ project, flag, ...asked(before) }),
})

export const removeAllDependencies = command({
  name: 'dependency.removeAll',
  proposable: true,
  input: Child,
  permission: 'UPDATE_FEATURE_DEPENDENCY',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { project, flag }, child) {
    const before = await listDependencies(tx.read, project, [flag])
    if (before.length === 0) return before
    await removeDependencies(tx, [flag])
    tx.record(dependenciesRemoved(child, before))
    return before
  },
  inverse: ({ project, flag }, before): Order[] =>
    before.map((one) => addDependency.with({ project, flag, ...asked(one) })),
})

const asked = ({ feature, enabled, variants }: Dependency): Dependency => ({ feature, enabled, variants })

const tooMany = (what: string) => new AppError('denied', { reason: `A flag can depend on at most ${what}.` })

type Pair = { flag: string; feature: string }

/** Locks child and parent, so that they cannot change until the commit. */
async function lockChild(tx: Tx, { project, flag, feature }: Pair & { project: string }): Promise<Flag> {
  if (flag === feature) throw notAllowed('A flag cannot depend on itself. Choose another parent.')
  const held = await lockFlags(tx, project, [flag, feature])
  const child = held.find(({ name }) => name === flag)
  if (!child) throw await missingFlag(tx.read, tx.caller.viewer, flag)
  if (child.archived) throw new AppError('archivedFlag', { name: flag })
  const parent = held.find(({ name }) => name === feature)
  if (parent && !parent.archived) return child
  throw notAllowed(`The project ${project} has no active flag called ${feature}. Choose another parent.`)
}

/** Dependencies are one level deep: a flag cannot be both a child and a parent. */
async function refuseChains(tx: Tx, project: string, { flag, feature }: Pair) {
  const [parent] = await listParents(tx.read, project, [flag])
  if (parent) throw notAllowed(`Other flags depend on ${flag}, so it cannot depend on another one.`)
  const [grandparent] = await listDependencies(tx.read, project, [feature])
  if (!grandparent) return
  throw notAllowed(`${feature} itself depends on ${grandparent.feature}, so no flag can depend on it.`)
}
