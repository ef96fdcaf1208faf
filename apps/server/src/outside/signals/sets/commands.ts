import { CreateActions } from '@flagstaff/contract/actions'
import type { Permission } from '@flagstaff/contract/permissions'
import Type from 'typebox'
import { nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { acceptSet, requireRights } from './accept.ts'
import { setCreated, setDeleted, setUpdated } from './events.ts'
import { countSets, insertSet, lockSet, removeSet, replaceSet, type StoredSet, switchSet } from './queries.ts'

const permission = 'UPDATE_PROJECT'
const Target = Type.Object({ project: Type.String(), id: Type.Integer() })
type Target = { project: string; id: number }
const scope = ({ project }: { project: string }) => ({ project })

async function load(tx: Tx, { project, id }: Target): Promise<StoredSet> {
  const set = await lockSet(tx, project, id)
  if (!set) throw notFound('action set', id)
  return set
}

export const createSet = command({
  name: 'action-set.create',
  input: Type.Interface([CreateActions], { project: Type.String(), id: Type.Optional(Type.Integer()) }),
  permission,
  scope,
  limit: {
    name: 'actionSetsPerProject',
    resource: 'action sets in a project',
    count: (tx, { project }) => countSets(tx, project),
  },
  async run(tx, { project, id, ...sent }) {
    const { content, actions } = await acceptSet(tx, project, sent)
    const made = await insertSet(tx, { ...content, project, id }, actions)
    if (!made) throw nameTaken('action set', content.name)
    tx.record(setCreated(shownOf(made)))
    return shownOf(made)
  },
  inverse: ({ project }, { id }): Order => deleteSet.with({ project, id }),
})

export const updateSet = command({
  name: 'action-set.update',
  input: Type.Interface([CreateActions], Target.properties),
  permission,
  scope,
  load,
  async run(tx, { project, id: _, ...sent }, before) {
    const { content, actions } = await acceptSet(tx, project, sent)
    const after = await replaceSet(tx, before, content, actions)
    if (!after) throw nameTaken('action set', content.name)
    tx.record(setUpdated(shownOf(before), shownOf(after)))
    return shownOf(after)
  },
  inverse: ({ project, id }, _result, before): Order => updateSet.with({ project, id, ...sentOf(before) }),
})

/** A set keeps what its last editor could do. Who turns it on must be able to do what the actions do. */
export const toggleSet = command({
  name: 'action-set.toggle',
  input: Type.Interface([Target], { enabled: Type.Boolean() }),
  permission,
  scope,
  load,
  async run(tx, { project, enabled }, before) {
    if (enabled) requireRights(tx, project, before.actions)
    // Nobody lends what they do not have.
    const allowances = enabled
      ? before.allowances.filter((one) => holds(tx, project, one))
      : before.allowances
    const after = await switchSet(tx, { ...before, allowances }, enabled)
    tx.record(setUpdated(shownOf(before), shownOf(after)))
  },
  inverse: ({ project, id }, _result, { enabled }): Order => toggleSet.with({ project, id, enabled }),
})

export const deleteSet = command({
  name: 'action-set.delete',
  input: Target,
  permission,
  scope,
  load,
  async run(tx, { id }, before) {
    await removeSet(tx, id)
    tx.record(setDeleted(shownOf(before)))
  },
  inverse: ({ project, id }, _result, before): Order => createSet.with({ project, id, ...sentOf(before) }),
})

function holds(tx: Tx, project: string, allowance: string): boolean {
  const space = allowance.indexOf(' ')
  const environment = allowance.slice(space + 1)
  return tx.caller.may(allowance.slice(0, space) as Permission, { project, environment })
}

export const shownOf = ({ allowances: _, ...set }: StoredSet) => set

const sentOf = ({ name, description, enabled, actorId, match, onProtected, actions }: StoredSet) => ({
  name,
  description,
  enabled,
  actorId,
  match,
  onProtected,
  actions: actions.map(({ action, sortOrder, executionParams }) => ({ action, sortOrder, executionParams })),
})
