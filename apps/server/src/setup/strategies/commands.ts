import { CreateStrategy, type Strategy, UpdateStrategy } from '@flagstaff/contract/strategy-types'
import Type from 'typebox'
import { inUse, nameTaken, notFound } from '../../platform/errors.ts'
import { checkName } from '../../platform/names.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { strategyCreated, strategyDeleted, strategyMarked, strategyUpdated } from './events.ts'
import { countRules, insertStrategy, lockStrategy, removeStrategy, replaceStrategy } from './queries.ts'
import { checkDispensable, checkEditable, checkStrategy, completeParameters } from './rules.ts'

const StrategyName = Type.Object({ name: Type.String() })

export const createStrategy = command({
  name: 'strategy.create',
  input: CreateStrategy,
  permission: 'CREATE_STRATEGY',
  scope: () => ({}),
  async run(tx, input) {
    checkName('strategy', input.name)
    checkStrategy(input)
    const strategy = await insertStrategy(tx, input.name, {
      title: input.title || null,
      description: input.description || null,
      deprecated: input.deprecated ?? false,
      parameters: completeParameters(input.parameters),
    })
    if (!strategy) throw nameTaken('strategy', input.name)
    tx.record(strategyCreated(strategy))
    return strategy
  },
  inverse: ({ name }): Order => deleteStrategy.with({ name }),
})

/** Existing rules keep their parameters. An omitted title or description stays unchanged. */
export const updateStrategy = command({
  name: 'strategy.update',
  input: Type.Interface([UpdateStrategy], { name: Type.String() }),
  permission: 'UPDATE_STRATEGY',
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { name, title, description, parameters }, before) {
    checkEditable(before)
    const wanted = {
      title: (title ?? before.title) || null,
      description: (description ?? before.description) || null,
      parameters: completeParameters(parameters),
    }
    checkStrategy(wanted)
    const { title: oldTitle, description: oldDescription, parameters: oldParameters } = before
    const old = { title: oldTitle, description: oldDescription, parameters: oldParameters }
    if (JSON.stringify(wanted) === JSON.stringify(old)) return
    tx.record(strategyUpdated(before, await replaceStrategy(tx, name, wanted)))
  },
  inverse: ({ name }, _result, before): Order => updateStrategy.with({ name, ...fieldsOf(before) }),
})

export const deleteStrategy = command({
  name: 'strategy.delete',
  input: StrategyName,
  permission: 'DELETE_STRATEGY',
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { name }, strategy) {
    checkEditable(strategy)
    const rules = await countRules(tx, name)
    if (rules > 0) throw inUse('strategy', name, `${rules} rules`)
    await removeStrategy(tx, name)
    tx.record(strategyDeleted(strategy))
  },
  inverse: ({ name }, _result, before): Order =>
    createStrategy.with({ name, ...fieldsOf(before), deprecated: before.deprecated }),
})

/** Existing rules keep using it; it is not offered for new rules. */
export const deprecateStrategy = command({
  name: 'strategy.deprecate',
  input: StrategyName,
  permission: 'UPDATE_STRATEGY',
  scope: () => ({}),
  load: lockExisting,
  run(tx, _input, strategy) {
    checkDispensable(strategy.name)
    return mark(tx, strategy, true)
  },
  inverse: ({ name }, changed): Order | undefined =>
    changed ? reactivateStrategy.with({ name }) : undefined,
})

export const reactivateStrategy = command({
  name: 'strategy.reactivate',
  input: StrategyName,
  permission: 'UPDATE_STRATEGY',
  scope: () => ({}),
  load: lockExisting,
  run: (tx, _input, strategy) => mark(tx, strategy, false),
  inverse: ({ name }, changed): Order | undefined => (changed ? deprecateStrategy.with({ name }) : undefined),
})

async function mark(tx: Tx, strategy: Strategy, deprecated: boolean): Promise<boolean> {
  if (strategy.deprecated === deprecated) return false
  await replaceStrategy(tx, strategy.name, { deprecated })
  tx.record(strategyMarked(strategy, deprecated))
  return true
}

async function lockExisting(tx: Tx, { name }: { name: string }): Promise<Strategy> {
  const strategy = await lockStrategy(tx, name)
  if (!strategy) throw notFound('strategy', name)
  return strategy
}

/** The input that restores its current state. */
const fieldsOf = ({ title, description, parameters }: Strategy) => ({
  title: title ?? '',
  description: description ?? '',
  parameters: parameters as CreateStrategy['parameters'],
})
