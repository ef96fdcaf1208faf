import { isDeepStrictEqual } from 'node:util'
import { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type { Permission } from '@flagstaff/contract/permissions'
import Type, { type Static } from 'typebox'
import { AppError, invalid, limitReached, noPermission, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { environmentSwitched } from '../events.ts'
import { type Flag, setEnabled } from '../queries.ts'
import { switchOn } from '../switch/orders.ts'
import { lockActiveFlags } from '../target.ts'
import { type Check, ruleCheck } from './accept.ts'
import { ruleAdded, ruleRemoved, rulesOrdered, ruleUpdated } from './events.ts'
import {
  findDefaultRule,
  insertRules,
  listRules,
  lockSegments,
  orderRules,
  type Rule,
  removeRules,
  replaceRule,
} from './queries.ts'

const RuleId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' })
const SetRules = Type.Object({
  project: Type.String(),
  environment: Type.String(),
  sets: Type.Array(
    Type.Object({
      flag: Type.String(),
      /** In evaluation order. A rule with the id of an existing one replaces it. */
      rules: Type.Array(Type.Interface([CreateFeatureStrategy], { id: Type.Optional(RuleId) })),
    }),
  ),
})
type Place = { project: string; environment: string }
type Wanted = CreateFeatureStrategy & { id?: string }

/** Replaces the rules of flags in an environment; rules that stay the same are not changed. */
export const setRules = command({
  name: 'rule.set',
  proposable: true,
  input: SetRules,
  permission: 'authenticated',
  scope: ({ project, environment }) => ({ project, environment }),
  locks: ({ sets }) => ({
    flags: sets.map(({ flag }) => flag),
    segments: sets.flatMap(({ rules }) => rules.flatMap(({ segments = [] }) => segments)),
  }),
  run: (tx, input) => replaceRules(tx, input, (changes) => allow(tx, input, changes)),
  inverse: ({ project, environment }, { switchedOff, before }): Order[] => [
    ...(before.length > 0 ? [setRules.with({ project, environment, sets: before })] : []),
    ...(switchedOff.length > 0 ? [switchOn({ project, environment, flags: switchedOff })] : []),
  ],
})

/** Replaces the rules of flags. `allow` can refuse the changes that this makes before they are stored. */
export async function replaceRules(
  tx: Tx,
  { project, environment, sets }: Static<typeof SetRules>,
  allow: (changes: readonly Change[]) => void = () => {},
) {
  const names = sets.map(({ flag }) => flag)
  if (new Set(names).size < names.length) throw invalid('A flag is named twice.', 'sets')
  if (!(await findDefaultRule(tx.read, project, environment))) throw notFound('environment', environment)
  await lockSegments(tx, [
    ...new Set(sets.flatMap(({ rules }) => rules.flatMap(({ segments = [] }) => segments))),
  ])
  const flags = new Map((await lockActiveFlags(tx, project, names)).map((flag) => [flag.name, flag]))
  const before = await rulesByFlag(tx, names, environment)
  const check = await ruleCheck(
    tx,
    project,
    sets.flatMap(({ flag, rules }) =>
      rules.map((input) => ({ input, before: before.get(flag)?.find(({ id }) => id === input.id) })),
    ),
    { asGiven: true },
  )
  const changes = sets.map(({ flag, rules }) =>
    planSet(tx, flags.get(flag) ?? { name: flag }, rules, { before: before.get(flag) ?? [], check }),
  )
  allow(changes)
  await store(tx, environment, changes)
  const after = await rulesByFlag(tx, names, environment)
  for (const change of changes) {
    const flag = flags.get(change.flag)
    if (flag) record(tx, { flag, environment, change, after: after.get(change.flag) ?? [] })
  }
  const idle = names.filter((name) => !after.get(name)?.some(({ disabled }) => !disabled))
  const switchedOff = await switchOff(tx, idle, environment, flags)
  return {
    switchedOff,
    before: changes.filter(isChange).map(({ flag, before: rules }) => ({ flag, rules: [...rules] })),
  }
}

type Change = {
  flag: string
  before: readonly Rule[]
  added: Omit<Rule, 'objectVersion'>[]
  changed: { before: Rule; rule: Rule }[]
  removed: Rule[]
  moved: { id: string; sortOrder: number }[]
}

const isChange = ({ added, changed, removed, moved }: Change) =>
  added.length + changed.length + removed.length + moved.length > 0

function planSet(
  tx: Tx,
  flag: Parameters<ReturnType<Check>>[0],
  wanted: readonly Wanted[],
  { before, check }: { before: readonly Rule[]; check: Check },
): Change {
  const most = tx.limits.featureEnvironmentStrategies
  if (wanted.length > Math.max(most, before.length)) {
    throw limitReached('strategies of a flag in an environment', most)
  }
  const known = new Map(before.map((rule) => [rule.id, rule]))
  // Sorted ids, so that rules with the same sort order keep their order.
  const ids = wanted.map(() => ulid()).sort()
  const change: Change = { flag: flag.name, before, added: [], changed: [], removed: [], moved: [] }
  let last: number | undefined
  for (const [index, { id = ids[index] ?? ulid(), sortOrder, ...input }] of wanted.entries()) {
    const old = known.get(id)
    known.delete(id)
    const order = placeAfter(last, sortOrder ?? old?.sortOrder)
    last = order
    const body = check(input, old)(flag)
    if (!old) {
      change.added.push({ ...body, id, featureName: flag.name, sortOrder: order })
      continue
    }
    const same = isDeepStrictEqual({ ...old, ...body }, old)
    if (!same) change.changed.push({ before: old, rule: { ...old, ...body, sortOrder: order } })
    else if (order !== old.sortOrder) change.moved.push({ id, sortOrder: order })
  }
  change.removed = [...known.values()]
  return change
}

/** Keeps the sort order of a rule if it is above that of the previous rule. */
const placeAfter = (last: number | undefined, own: number | undefined): number => {
  const next = last === undefined ? 0 : last + 1
  return own !== undefined && Number.isInteger(own) && (last === undefined || own > last) ? own : next
}

/** Setting rules requires the permission for each kind of change it makes. */
function allow(tx: Tx, place: Place, changes: readonly Change[]) {
  const needed: [Permission, boolean][] = [
    ['CREATE_FEATURE_STRATEGY', changes.some(({ added }) => added.length > 0)],
    ['UPDATE_FEATURE_STRATEGY', changes.some(({ changed, moved }) => changed.length + moved.length > 0)],
    ['DELETE_FEATURE_STRATEGY', changes.some(({ removed }) => removed.length > 0)],
  ]
  for (const [permission, isNeeded] of needed) {
    if (!isNeeded || tx.caller.may(permission, place)) continue
    throw noPermission(
      [permission],
      ` in the environment ${place.environment} of the project ${place.project}`,
    )
  }
}

async function store(tx: Tx, environment: string, changes: readonly Change[]) {
  const removed = changes.flatMap((change) => change.removed.map(({ id }) => id))
  if (removed.length > 0) await removeRules(tx, removed)
  for (const { changed } of changes) for (const { rule } of changed) await replaceRule(tx, rule)
  const moved = changes.flatMap((change) => change.moved)
  if (moved.length > 0) await orderRules(tx, moved)
  const added = changes.flatMap((change) => change.added.map((rule) => ({ ...rule, environment })))
  if (added.length > 0 && !(await insertRules(tx, added))) {
    throw new AppError('conflict', { reason: 'A rule with one of the ids already exists elsewhere.' })
  }
}

type Recorded = { flag: Flag; environment: string; change: Change; after: readonly Rule[] }

function record(tx: Tx, { flag, environment, change, after }: Recorded) {
  const stored = new Map(after.map((rule) => [rule.id, rule]))
  for (const rule of change.removed) tx.record(ruleRemoved(flag, environment, rule))
  for (const { before, rule } of change.changed) {
    tx.record(ruleUpdated(flag, environment, before, stored.get(rule.id) ?? rule))
  }
  for (const rule of change.added) {
    tx.record(ruleAdded(flag, environment, stored.get(rule.id) ?? { ...rule, objectVersion: 1 }))
  }
  const stayed = after.filter(({ id }) => change.before.some((rule) => rule.id === id))
  const ordered = change.before.filter(({ id }) => stored.has(id))
  // The event is dropped if the order is unchanged.
  if (stayed.length > 1) tx.record(rulesOrdered(flag, environment, ordered, stayed))
}

async function switchOff(
  tx: Tx,
  names: readonly string[],
  environment: string,
  flags: ReadonlyMap<string, Flag>,
): Promise<string[]> {
  if (names.length === 0) return []
  const switched = [...(await setEnabled(tx, names, environment, false))].sort()
  for (const name of switched) {
    const flag = flags.get(name)
    if (flag) tx.record(environmentSwitched(flag, environment, false))
  }
  return switched
}

const rulesByFlag = async (tx: Tx, names: readonly string[], environment: string) =>
  Map.groupBy(await listRules(tx.read, names, environment), ({ featureName }) => featureName)
