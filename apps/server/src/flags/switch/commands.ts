import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type { Permission } from '@flagstaff/contract/permissions'
import Type from 'typebox'
import { command, type Order } from '../../platform/commands.ts'
import { noPermission, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import type { Tx } from '../../platform/write.ts'
import { environmentSwitched } from '../events.ts'
import { type Flag, setEnabled } from '../queries.ts'
import { acceptRule } from '../rules/accept.ts'
import { checkRoom, deleteRule, nextOrder, updateRule } from '../rules/commands.ts'
import { ruleAdded, ruleUpdated } from '../rules/events.ts'
import {
  activateRules,
  findDefaultRule,
  insertRules,
  listRules,
  lockSegments,
  type Rule,
} from '../rules/queries.ts'
import { lockActiveFlags } from '../target.ts'

const Flags = Type.Object({
  project: Type.String(),
  environment: Type.String(),
  flags: Type.Array(Type.String()),
})
type Place = { project: string; environment: string }
const inEnvironment = ({ project, environment }: Place) => ({ project, environment })

/** Flags without any rule at work get one first: on must never mean on for everybody by accident. */
export const enableFlags = command({
  name: 'flag.enable',
  input: Type.Interface([Flags], { activateDisabled: Type.Optional(Type.Boolean()) }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: inEnvironment,
  async run(tx, input) {
    const { project, environment, activateDisabled = false } = input
    const template = await holdDefaultRule(tx, input)
    const flags = await lockActiveFlags(tx, project, input.flags)
    const names = flags.map((flag) => flag.name)
    const rules = Map.groupBy(await listRules(tx.read, names, environment), (rule) => rule.featureName)
    const idle = flags.filter((flag) => !rules.get(flag.name)?.some((rule) => !rule.disabled))
    const sleeping = activateDisabled ? idle.filter((flag) => rules.has(flag.name)) : []
    const woken = await activate(tx, input, sleeping, rules)
    const bare = idle.filter((flag) => !sleeping.includes(flag))
    const added = bare.length > 0 ? await addRules(tx, input, bare, { rules, template }) : []
    return { switched: await switchFlags(tx, flags, environment, true), added, woken }
  },
  inverse: ({ project, environment }, { switched, added, woken }): Order[] => [
    ...(switched.length > 0 ? [disableFlags.with({ project, environment, flags: switched })] : []),
    ...added.map(({ flag, id }) => deleteRule.with({ project, environment, flag, id })),
    ...woken.map(({ flag, id }) => updateRule.with({ project, environment, flag, id, disabled: true })),
  ],
})

export const disableFlags = command({
  name: 'flag.disable',
  input: Flags,
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: inEnvironment,
  async run(tx, { project, environment, flags }) {
    if (!(await findDefaultRule(tx.read, project, environment))) throw notFound('environment', environment)
    return switchFlags(tx, await lockActiveFlags(tx, project, flags), environment, false)
  },
  inverse: ({ project, environment }, flags): Order | undefined =>
    flags.length > 0 ? enableFlags.with({ project, environment, flags }) : undefined,
})

/** Gives the names of the flags that were not so before. */
async function switchFlags(tx: Tx, flags: readonly Flag[], environment: string, enabled: boolean) {
  const names = flags.map((flag) => flag.name)
  const changed = await setEnabled(tx, names, environment, enabled)
  const switched = flags.filter((flag) => changed.has(flag.name))
  for (const flag of switched) tx.record(environmentSwitched(flag, environment, enabled))
  return switched.map((flag) => flag.name)
}

/** What a flag without rules will get; its segments are held before any flag is. */
async function holdDefaultRule(tx: Tx, { project, environment }: Place): Promise<CreateFeatureStrategy> {
  const found = await findDefaultRule(tx.read, project, environment)
  if (!found) throw notFound('environment', environment)
  const rule = found.rule ?? { name: 'flexibleRollout' }
  await lockSegments(tx, rule.segments ?? [])
  return { ...rule, disabled: false }
}

type RulesByFlag = ReadonlyMap<string, readonly Rule[]>

async function addRules(
  tx: Tx,
  place: Place,
  flags: readonly Flag[],
  { rules, template }: { rules: RulesByFlag; template: CreateFeatureStrategy },
) {
  needs(tx, 'CREATE_FEATURE_STRATEGY', place)
  const body = await acceptRule(tx, place.project, template)
  const added = flags.map((flag) => {
    const others = rules.get(flag.name) ?? []
    checkRoom(tx, others.length)
    const rule = { ...body(flag.name), id: ulid(), featureName: flag.name, sortOrder: nextOrder(others) }
    return { flag, rule }
  })
  const { environment } = place
  await insertRules(
    tx,
    added.map(({ rule }) => ({ ...rule, environment })),
  )
  for (const { flag, rule } of added) tx.record(ruleAdded(flag, environment, { ...rule, objectVersion: 1 }))
  return added.map(({ flag, rule }) => ({ flag: flag.name, id: rule.id }))
}

async function activate(tx: Tx, place: Place, flags: readonly Flag[], rules: RulesByFlag) {
  if (flags.length === 0) return []
  needs(tx, 'UPDATE_FEATURE_STRATEGY', place)
  const names = flags.map((flag) => flag.name)
  await activateRules(tx, names, place.environment)
  return flags.flatMap((flag) =>
    (rules.get(flag.name) ?? []).map((rule) => {
      tx.record(ruleUpdated(flag, place.environment, rule, { ...rule, disabled: false }))
      return { flag: flag.name, id: rule.id }
    }),
  )
}

function needs(tx: Tx, permission: Permission, place: Place) {
  if (tx.caller.may(permission, place)) return
  throw noPermission([permission], ` in the environment ${place.environment} of the project ${place.project}`)
}
