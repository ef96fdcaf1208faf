import {
  CreateEnvironment,
  type Environment,
  SortOrder,
  UpdateEnvironment,
} from '@flagstaff/contract/environments'
import Type from 'typebox'
import { nameTaken, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { environmentCreated, environmentUpdated } from './events.ts'
import {
  countEnvironments,
  insertEnvironment,
  lockEnvironment,
  lockEnvironments,
  replaceEnvironment,
} from './queries.ts'
import { deleteEnvironment } from './removal/commands.ts'
import { checkEnvironmentName, checkEnvironmentType } from './rules.ts'

const LAST = 9999
const EnvironmentName = Type.Object({ name: Type.String() })

export const createEnvironment = command({
  name: 'environment.create',
  input: CreateEnvironment,
  permission: 'ADMIN',
  scope: () => ({}),
  limit: { name: 'environments', resource: 'environments', count: countEnvironments },
  async run(tx, { name, type, enabled = true, sortOrder = LAST, requiredApprovals = null }) {
    checkEnvironmentName(name)
    checkEnvironmentType(type)
    const environment = await insertEnvironment(tx, { name, type, enabled, sortOrder, requiredApprovals })
    if (!environment) throw nameTaken('environment', name)
    tx.record(environmentCreated(environment))
    return environment
  },
  inverse: ({ name }): Order => deleteEnvironment.with({ name }),
})

export const updateEnvironment = command({
  name: 'environment.update',
  input: Type.Interface([UpdateEnvironment], EnvironmentName.properties),
  permission: 'ADMIN',
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { type, sortOrder, requiredApprovals }, before) {
    if (type !== undefined) checkEnvironmentType(type)
    return change(tx, before, {
      type: type ?? before.type,
      sortOrder: sortOrder ?? before.sortOrder,
      requiredApprovals:
        requiredApprovals === undefined ? (before.requiredApprovals ?? null) : requiredApprovals,
    })
  },
  inverse: ({ name }, _result, { type, sortOrder, requiredApprovals = null }): Order =>
    updateEnvironment.with({ name, type, sortOrder, requiredApprovals }),
})

export const enableEnvironment = command({
  name: 'environment.enable',
  input: EnvironmentName,
  permission: 'ADMIN',
  scope: () => ({}),
  load: lockExisting,
  run: (tx, _input, before) => change(tx, before, { enabled: true }),
  inverse: (input, _result, { enabled }): Order | undefined =>
    enabled ? undefined : disableEnvironment.with(input),
})

export const disableEnvironment = command({
  name: 'environment.disable',
  input: EnvironmentName,
  permission: 'ADMIN',
  scope: () => ({}),
  load: lockExisting,
  run: (tx, _input, before) => change(tx, before, { enabled: false }),
  inverse: (input, _result, { enabled }): Order | undefined =>
    enabled ? enableEnvironment.with(input) : undefined,
})

export const sortEnvironments = command({
  name: 'environment.sort',
  input: Type.Object({ order: SortOrder }),
  permission: 'ADMIN',
  scope: () => ({}),
  async load(tx, { order }) {
    const names = Object.keys(order)
    const found = new Map((await lockEnvironments(tx, names)).map((one) => [one.name, one]))
    const unknown = names.find((name) => !found.has(name))
    if (unknown !== undefined) throw notFound('environment', unknown)
    return found
  },
  async run(tx, { order }, found) {
    for (const [name, sortOrder] of Object.entries(order)) {
      const before = found.get(name)
      if (before) await change(tx, before, { sortOrder })
    }
  },
  inverse: (_input, _result, found): Order =>
    sortEnvironments.with({
      order: Object.fromEntries([...found.values()].map(({ name, sortOrder }) => [name, sortOrder])),
    }),
})

/** Stores the fields that differ; without a difference, nothing is recorded. */
async function change(tx: Tx, before: Environment, fields: Partial<Environment>): Promise<Environment> {
  const wanted = { ...before, ...fields }
  if (JSON.stringify(wanted) === JSON.stringify(before)) return before
  const environment = await replaceEnvironment(tx, wanted)
  tx.record(environmentUpdated(before, environment))
  return environment
}

async function lockExisting(tx: Tx, { name }: { name: string }): Promise<Environment> {
  const environment = await lockEnvironment(tx, name)
  if (!environment) throw notFound('environment', name)
  return environment
}
