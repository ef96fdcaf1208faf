import { isDeepStrictEqual } from 'node:util'
import {
  CreateFeatureStrategy,
  Patches,
  SetStrategySortOrder,
  UpdateFeatureStrategy,
} from '@flagstaff/contract/flags'
import Type from 'typebox'
import { command, type Order, run } from '../../platform/commands.ts'
import { AppError, invalid, limitReached, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Tx } from '../../platform/write.ts'
import { environmentSwitched } from '../events.ts'
import type { Flag } from '../queries.ts'
import { switchOn } from '../switch/orders.ts'
import { lockActiveFlag } from '../target.ts'
import { acceptRule } from './accept.ts'
import { ruleAdded, ruleRemoved, rulesOrdered, ruleUpdated } from './events.ts'
import { patchRuleBody, segmentsIn } from './patch.ts'
import {
  findRule,
  findSwitch,
  insertRules,
  listRules,
  lockSegments,
  orderRules,
  type Rule,
  removeRule,
  replaceRule,
  switchOffWithoutRules,
} from './queries.ts'

const Place = Type.Object({ project: Type.String(), flag: Type.String(), environment: Type.String() })
const RuleId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const Target = Type.Interface([Place], { id: Type.String() })
type Place = { project: string; flag: string; environment: string }
const inEnvironment = ({ project, environment }: Place) => ({ project, environment })

export const createRule = command({
  name: 'rule.create',
  // The id is for those who bring a rule back: undo, import and replay.
  input: Type.Interface([Place, CreateFeatureStrategy], { id: Type.Optional(RuleId) }),
  permission: 'CREATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  async run(tx, input) {
    const { project, environment, id = ulid(), sortOrder } = input
    const body = await acceptRule(tx, project, input)
    const flag = await lockActiveFlag(tx, input)
    await requireEnvironment(tx, input)
    const others = await listRules(tx.read, [flag.name], environment)
    checkRoom(tx, others.length)
    const order = sortOrder === undefined ? nextOrder(others) : acceptOrder(sortOrder)
    const rule = { ...body(flag.name), id, featureName: flag.name, sortOrder: order }
    if (!(await insertRules(tx, [{ ...rule, environment }]))) {
      throw new AppError('conflict', { reason: `A rule with the id ${id} already exists.` })
    }
    const stored = await stillThere(tx, input, id)
    tx.record(ruleAdded(flag, environment, stored))
    return stored
  },
  inverse: (input, { id }): Order => deleteRule.with({ ...placeOf(input), id }),
})

export const updateRule = command({
  name: 'rule.update',
  input: Type.Interface([Target, UpdateFeatureStrategy], {}),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  async load(tx, input) {
    await lockSegments(tx, input.segments ?? [])
    return (await lockRule(tx, input)).rule
  },
  async run(tx, input, before) {
    const { project, environment, id } = input
    const flag = await lockActiveFlag(tx, input)
    const body = await acceptRule(tx, project, { ...before, ...given(input) }, before)
    const sortOrder = input.sortOrder === undefined ? before.sortOrder : acceptOrder(input.sortOrder)
    const changed = { ...before, ...body(flag.name), sortOrder }
    if (isDeepStrictEqual(changed, before)) return { rule: before, switchedOff: false }
    await replaceRule(tx, changed)
    const rule = await stillThere(tx, input, id)
    tx.record(ruleUpdated(flag, environment, before, rule))
    return { rule, switchedOff: await keepOffWithoutRules(tx, flag, input) }
  },
  inverse: (input, { switchedOff }, before): Order[] => [
    updateRule.with({ ...before, ...placeOf(input), id: before.id }),
    ...(switchedOff ? [switchOnAgain(input)] : []),
  ],
})

export const patchRule = command({
  name: 'rule.patch',
  input: Type.Interface([Target], { patches: Patches }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  async load(tx, input) {
    await lockSegments(tx, segmentsIn(input.patches))
    return (await lockRule(tx, input)).rule
  },
  run: (tx, input, before) =>
    run(tx, updateRule, { ...patchRuleBody(before, input.patches), ...placeOf(input), id: before.id }),
  inverse: (input, done, before) => updateRule.inverse?.(input, done, before),
})

/** An absent rule is no error: it is gone, as asked. Undefined tells that there was none. */
export const deleteRule = command({
  name: 'rule.delete',
  input: Target,
  permission: 'DELETE_FEATURE_STRATEGY',
  scope: inEnvironment,
  async load(tx, input) {
    await lockActiveFlag(tx, input)
    await requireEnvironment(tx, input)
    return findRule(tx.read, input, input.id)
  },
  async run(tx, input, rule) {
    if (!rule) return undefined
    const flag = await lockActiveFlag(tx, input)
    await removeRule(tx, rule.id)
    tx.record(ruleRemoved(flag, input.environment, rule))
    return keepOffWithoutRules(tx, flag, input)
  },
  inverse: (input, switchedOff, rule): Order[] => [
    ...(rule ? [createRule.with({ ...rule, ...placeOf(input) })] : []),
    ...(switchedOff ? [switchOnAgain(input)] : []),
  ],
})

export const sortRules = command({
  name: 'rule.sort',
  input: Type.Interface([Place], { order: SetStrategySortOrder }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  async load(tx, input) {
    await lockActiveFlag(tx, input)
    await requireEnvironment(tx, input)
    return listRules(tx.read, [input.flag], input.environment)
  },
  async run(tx, input, before) {
    const known = new Set(before.map(({ id }) => id))
    for (const { id, sortOrder } of input.order) {
      if (!known.has(id)) throw invalid(`There is no rule ${id} in this environment of the flag.`, 'id')
      acceptOrder(sortOrder)
    }
    await orderRules(tx, input.order)
    const flag = await lockActiveFlag(tx, input)
    const after = await listRules(tx.read, [input.flag], input.environment)
    tx.record(rulesOrdered(flag, input.environment, before, after))
  },
  inverse: (input, _result, before): Order =>
    sortRules.with({ ...placeOf(input), order: before.map(({ id, sortOrder }) => ({ id, sortOrder })) }),
})

export function checkRoom(tx: Tx, rules: number) {
  const most = tx.limits.featureEnvironmentStrategies
  if (rules >= most) throw limitReached('strategies of a flag in an environment', most)
}

export const nextOrder = (rules: readonly Rule[]) =>
  rules.reduce((next, { sortOrder }) => Math.max(next, sortOrder + 1), 0)

/** Without any rule at work a flag that is on would be on for everybody. Whether it was switched off for that. */
async function keepOffWithoutRules(tx: Tx, flag: Flag, place: Place): Promise<boolean> {
  const switchedOff = await switchOffWithoutRules(tx, place)
  if (switchedOff) tx.record(environmentSwitched(flag, place.environment, false))
  return switchedOff
}

const switchOnAgain = ({ project, environment, flag }: Place): Order =>
  switchOn({ project, environment, flags: [flag] })

async function lockRule(tx: Tx, input: Place & { id: string }): Promise<{ flag: Flag; rule: Rule }> {
  const flag = await lockActiveFlag(tx, input)
  await requireEnvironment(tx, input)
  return { flag, rule: await stillThere(tx, input, input.id) }
}

async function stillThere(tx: Tx, place: Place, id: string): Promise<Rule> {
  const rule = await findRule(tx.read, place, id)
  if (!rule) throw notFound('rule', id)
  return rule
}

async function requireEnvironment(tx: Tx, place: Place) {
  if (!(await findSwitch(tx.read, place))) throw notFound('environment', place.environment)
}

function acceptOrder(sortOrder: number): number {
  if (Number.isInteger(sortOrder) && Math.abs(sortOrder) < 2 ** 31) return sortOrder
  throw invalid('sortOrder must be a whole number.', 'sortOrder')
}

const placeOf = ({ project, flag, environment }: Place): Place => ({ project, flag, environment })

/** Only what was sent; the rest stays as it is. */
const given = ({
  name,
  title,
  disabled,
  parameters,
  constraints,
  segments,
  variants,
}: UpdateFeatureStrategy) =>
  Object.fromEntries(
    Object.entries({ name, title, disabled, parameters, constraints, segments, variants }).filter(
      ([, value]) => value !== undefined,
    ),
  )
