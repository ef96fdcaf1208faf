import { isDeepStrictEqual } from 'node:util'
import {
  CreateFeatureStrategy,
  Patches,
  SetStrategySortOrder,
  UpdateFeatureStrategy,
} from '@flagstaff/contract/flags'
import Type from 'typebox'
import { AppError, invalid, limitReached, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order, run } from '../../platform/write/commands.ts'
import { inOrder } from '../../platform/write/in-order.ts'
import type { Tx } from '../../platform/write/write.ts'
import { environmentSwitched } from '../events.ts'
import type { Flag } from '../queries.ts'
import { switchOn } from '../switch/orders.ts'
import { lockActiveFlag } from '../target.ts'
import { acceptRule, ruleCheck } from './accept.ts'
import { ruleAdded, ruleRemoved, rulesOrdered, ruleUpdated } from './events.ts'
import { patchRuleBody, segmentsIn } from './patch.ts'
import {
  findRule,
  findSwitch,
  insertRules,
  listRuleSegments,
  listRules,
  lockRuleSegments,
  lockSegments,
  orderRules,
  type Rule,
  removeRule,
  replaceRule,
  switchOffWithoutRules,
} from './queries.ts'

const Place = Type.Object({ project: Type.String(), flag: Type.String(), environment: Type.String() })
const RuleId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
/** Set by undo, which stores a rule without filling in defaults. */
const AsGiven = Type.Optional(Type.Boolean())
const Target = Type.Interface([Place], { id: Type.String() })
type Place = { project: string; flag: string; environment: string }
const inEnvironment = ({ project, environment }: Place) => ({ project, environment })

export const createRule = command({
  name: 'rule.create',
  proposable: true,
  // The id is set only to restore a rule: by undo, import and replay.
  input: Type.Interface([Place, CreateFeatureStrategy], {
    id: Type.Optional(RuleId),
    asGiven: AsGiven,
    /** Set by change requests: the rule is there because a flag without one is turned on. */
    automatic: Type.Optional(Type.Boolean()),
  }),
  permission: 'CREATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: ({ flag, segments = [] }) => ({ flags: [flag], segments }),
  load: (tx, input) =>
    inOrder([
      acceptRule(tx, input.project, input, { asGiven: input.asGiven ?? false }),
      lockActiveFlag(tx, input),
      requireEnvironment(tx, input),
      listRules(tx.read, [input.flag], input.environment),
    ]),
  current: ([, flag]) => flag,
  async run(tx, input, [body, flag, , others]) {
    const { environment, id = ulid(), sortOrder } = input
    checkRuleLimit(tx, others.length)
    const order = sortOrder === undefined ? nextOrder(others) : acceptOrder(sortOrder)
    const rule = { ...body(flag), id, featureName: flag.name, sortOrder: order }
    const [isNew, stored] = await inOrder([
      insertRules(tx, [{ ...rule, environment }]),
      findRule(tx.read, input, id),
    ])
    if (!isNew || !stored)
      throw new AppError('conflict', { reason: `A rule with the id ${id} already exists.` })
    tx.record(ruleAdded(flag, environment, stored))
    return stored
  },
  inverse: (input, { id }): Order => deleteRule.with({ ...placeOf(input), id }),
})

export const updateRule = command({
  name: 'rule.update',
  proposable: true,
  input: Type.Interface([Target, UpdateFeatureStrategy], { asGiven: AsGiven }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: async ({ flag, id, segments }, tx) => ({
    flags: [flag],
    segments: segments ?? (await listRuleSegments(tx, id)),
  }),
  async load(tx, input) {
    const { asGiven = false } = input
    const [, check, { flag, rule }] = await inOrder([
      input.segments ? lockSegments(tx, input.segments) : lockRuleSegments(tx, input.id, []),
      isWhole(input) ? ruleCheck(tx, input.project, [{ input: wholeOf(input) }], { asGiven }) : undefined,
      lockRule(tx, input),
    ])
    return { flag, before: rule, check }
  },
  current: ({ before }) => before,
  async run(tx, input, { flag, before, check }) {
    const { project, environment, id } = input
    const wanted = { ...before, ...given(input) }
    const body = check ? check(wanted, before) : await acceptRule(tx, project, wanted, { before })
    const sortOrder = input.sortOrder === undefined ? before.sortOrder : acceptOrder(input.sortOrder)
    const changed = { ...before, ...body(flag), sortOrder }
    if (isDeepStrictEqual(changed, before)) return { rule: before, switchedOff: false }
    const [, rule, switchedOff] = await inOrder([
      replaceRule(tx, changed),
      stillThere(tx, input, id),
      switchOffWithoutRules(tx, input),
    ])
    tx.record(ruleUpdated(flag, environment, before, rule))
    if (switchedOff) tx.record(environmentSwitched(flag, environment, false))
    return { rule, switchedOff }
  },
  inverse: (input, { switchedOff }, { before }): Order[] => [
    updateRule.with({ ...before, ...placeOf(input), id: before.id, asGiven: true }),
    ...(switchedOff ? [switchOnAgain(input)] : []),
  ],
})

export const patchRule = command({
  name: 'rule.patch',
  proposable: true,
  input: Type.Interface([Target], { patches: Patches }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: async ({ flag, id, patches }, tx) => ({
    flags: [flag],
    segments: [...segmentsIn(patches), ...(await listRuleSegments(tx, id))],
  }),
  async load(tx, input) {
    const [, { flag, rule }] = await inOrder([
      lockRuleSegments(tx, input.id, segmentsIn(input.patches)),
      lockRule(tx, input),
    ])
    return { flag, before: rule, check: undefined }
  },
  current: ({ before }) => before,
  run: (tx, input, { before }) =>
    run(tx, updateRule, { ...patchRuleBody(before, input.patches), ...placeOf(input), id: before.id }),
  inverse: (input, done, target) => updateRule.inverse?.(input, done, target),
})

/** Idempotent: deleting a rule that does not exist succeeds and returns undefined. */
export const deleteRule = command({
  name: 'rule.delete',
  proposable: true,
  input: Target,
  permission: 'DELETE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: ({ flag }) => ({ flags: [flag] }),
  async load(tx, input) {
    const [flag, , rule] = await inOrder([
      lockActiveFlag(tx, input),
      requireEnvironment(tx, input),
      findRule(tx.read, input, input.id),
    ])
    return { flag, rule }
  },
  current: ({ rule }) => rule ?? {},
  async run(tx, input, { flag, rule }) {
    if (!rule) return undefined
    const [, switchedOff] = await inOrder([removeRule(tx, rule.id), switchOffWithoutRules(tx, input)])
    tx.record(ruleRemoved(flag, input.environment, rule))
    if (switchedOff) tx.record(environmentSwitched(flag, input.environment, false))
    return switchedOff
  },
  inverse: (input, switchedOff, { rule }): Order[] => [
    ...(rule ? [createRule.with({ ...rule, ...placeOf(input), asGiven: true })] : []),
    ...(switchedOff ? [switchOnAgain(input)] : []),
  ],
})

export const sortRules = command({
  name: 'rule.sort',
  proposable: true,
  input: Type.Interface([Place], { order: SetStrategySortOrder }),
  permission: 'UPDATE_FEATURE_STRATEGY',
  scope: inEnvironment,
  locks: ({ flag }) => ({ flags: [flag] }),
  async load(tx, input) {
    const flag = await lockActiveFlag(tx, input)
    await requireEnvironment(tx, input)
    return { flag, before: await listRules(tx.read, [input.flag], input.environment) }
  },
  current: ({ flag }) => flag,
  async run(tx, input, { flag, before }) {
    const known = new Set(before.map(({ id }) => id))
    for (const { id, sortOrder } of input.order) {
      if (!known.has(id)) throw invalid(`There is no rule ${id} in this environment of the flag.`, 'id')
      acceptOrder(sortOrder)
    }
    await orderRules(tx, input.order)
    const after = await listRules(tx.read, [input.flag], input.environment)
    tx.record(rulesOrdered(flag, input.environment, before, after))
  },
  inverse: (input, _result, { before }): Order =>
    sortRules.with({ ...placeOf(input), order: before.map(({ id, sortOrder }) => ({ id, sortOrder })) }),
})

export function checkRuleLimit(tx: Tx, rules: number) {
  const most = tx.limits.featureEnvironmentStrategies
  if (rules >= most) throw limitReached('strategies of a flag in an environment', most)
}

export const nextOrder = (rules: readonly Rule[]) =>
  rules.reduce((next, { sortOrder }) => Math.max(next, sortOrder + 1), 0)

const switchOnAgain = ({ project, environment, flag }: Place): Order =>
  switchOn({ project, environment, flags: [flag] })

async function lockRule(tx: Tx, input: Place & { id: string }): Promise<{ flag: Flag; rule: Rule }> {
  const [flag, , rule] = await inOrder([
    lockActiveFlag(tx, input),
    requireEnvironment(tx, input),
    stillThere(tx, input, input.id),
  ])
  return { flag, rule }
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

/** Whether the update has all references, so that they can be looked up before the stored rule is read. */
const isWhole = ({ name, constraints }: UpdateFeatureStrategy) =>
  name !== undefined && constraints !== undefined

const wholeOf = (input: UpdateFeatureStrategy) => ({ ...given(input), name: input.name ?? '' })

/** The fields that were sent; others stay unchanged. */
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
