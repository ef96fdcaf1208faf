import type { CreateFeatureStrategy } from '@flagstaff/contract/flags'
import type { Permission } from '@flagstaff/contract/permissions'
import Type from 'typebox'
import { noPermission, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import { inOrder } from '../../platform/write/in-order.ts'
import type { Tx } from '../../platform/write/write.ts'
import { environmentSwitched } from '../events.ts'
import { startPlan } from '../plans/first.ts'
import { listPlans } from '../plans/queries.ts'
import { setPlan, stateOf } from '../plans/set.ts'
import { type Flag, setEnabled } from '../queries.ts'
import { acceptRule, type Check, ruleCheck } from '../rules/accept.ts'
import { checkRuleLimit, deleteRule, nextOrder, updateRule } from '../rules/commands.ts'
import { ruleAdded, ruleUpdated } from '../rules/events.ts'
import {
  activateRules,
  findDefaultRule,
  insertRules,
  listRules,
  lockDefaultSegments,
  type Rule,
} from '../rules/queries.ts'
import { lockActiveFlags, versioned } from '../target.ts'

const Flags = Type.Object({
  project: Type.String(),
  environment: Type.String(),
  flags: Type.Array(Type.String()),
})
type Place = { project: string; environment: string }
const inEnvironment = ({ project, environment }: Place) => ({ project, environment })

/** Flags without an active rule get the default one first, as SDKs turn a flag without rules on for everyone. */
export const enableFlags = command({
  name: 'flag.enable',
  proposable: true,
  input: Type.Interface([Flags], { activateDisabled: Type.Optional(Type.Boolean()) }),
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: inEnvironment,
  locks: async ({ flags, ...place }, tx) => ({
    flags,
    segments: (await findDefaultRule(tx.read, place.project, place.environment))?.rule?.segments ?? [],
  }),
  async load(tx, { project, environment, flags: names }) {
    const [template, , check, flags, rules, plans] = await inOrder([
      findDefaultRule(tx.read, project, environment),
      // Lock segments before any flag.
      lockDefaultSegments(tx, project, environment, names),
      ruleCheck(tx, project, [{ input: PLAIN_RULE }]),
      lockActiveFlags(tx, project, names),
      listRules(tx.read, names, environment),
      listPlans(tx.read, names, environment),
    ])
    if (!template) throw notFound('environment', environment)
    const waiting = plans.filter(({ active }) => active === null)
    return {
      template: template.rule,
      check,
      flags,
      rules: Map.groupBy(rules, (rule) => rule.featureName),
      waiting,
    }
  },
  current: ({ flags }) => versioned(flags),
  async run(tx, input, { template, check, flags, rules, waiting }) {
    const { project, environment, activateDisabled = false } = input
    for (const plan of waiting) await startPlan(tx, project, plan)
    const idle = flags.filter(
      ({ name }) =>
        !rules.get(name)?.some((rule) => !rule.disabled) && !waiting.some((plan) => plan.flag === name),
    )
    const sleeping = activateDisabled ? idle.filter((flag) => rules.has(flag.name)) : []
    const woken = await activate(tx, input, sleeping, rules)
    const bare = idle.filter((flag) => !sleeping.includes(flag))
    const [added, changed] = await inOrder([
      bare.length > 0 ? addRules(tx, input, bare, { rules, template, check }) : [],
      setEnabled(tx, namesOf(flags), environment, true),
    ])
    // Recorded here, to keep the events in order.
    for (const { flag, rule } of added) tx.record(ruleAdded(flag, environment, { ...rule, objectVersion: 1 }))
    return {
      switched: recordSwitched(tx, flags, environment, { changed, enabled: true }),
      added: added.map(({ flag, rule }) => ({ flag: flag.name, id: rule.id })),
      woken,
    }
  },
  inverse: ({ project, environment }, { switched, added, woken }, { waiting }): Order[] => [
    ...(switched.length > 0 ? [disableFlags.with({ project, environment, flags: switched })] : []),
    ...waiting.map((plan) => setPlan.with(stateOf({ project, environment, flag: plan.flag }, plan))),
    ...added.map(({ flag, id }) => deleteRule.with({ project, environment, flag, id })),
    ...woken.map(({ flag, id }) => updateRule.with({ project, environment, flag, id, disabled: true })),
  ],
})

export const disableFlags = command({
  name: 'flag.disable',
  proposable: true,
  input: Flags,
  permission: 'UPDATE_FEATURE_ENVIRONMENT',
  scope: inEnvironment,
  locks: ({ flags }) => ({ flags }),
  async load(tx, { project, environment, flags: names }) {
    const [template, flags] = await inOrder([
      findDefaultRule(tx.read, project, environment),
      lockActiveFlags(tx, project, names),
    ])
    if (!template) throw notFound('environment', environment)
    return flags
  },
  current: versioned,
  async run(tx, { environment }, flags) {
    const changed = await setEnabled(tx, namesOf(flags), environment, false)
    return recordSwitched(tx, flags, environment, { changed, enabled: false })
  },
  inverse: ({ project, environment }, flags): Order | undefined =>
    flags.length > 0 ? enableFlags.with({ project, environment, flags }) : undefined,
})

const namesOf = (flags: readonly Flag[]) => flags.map((flag) => flag.name)

/** Returns the names of the flags whose state changed. */
function recordSwitched(
  tx: Tx,
  flags: readonly Flag[],
  environment: string,
  { changed, enabled }: { changed: ReadonlySet<string>; enabled: boolean },
): string[] {
  const switched = flags.filter((flag) => changed.has(flag.name))
  for (const flag of switched) tx.record(environmentSwitched(flag, environment, enabled))
  return namesOf(switched)
}

/** The default rule if the project does not define one. */
const PLAIN_RULE = { name: 'flexibleRollout', disabled: false }

type RulesByFlag = ReadonlyMap<string, readonly Rule[]>

async function addRules(
  tx: Tx,
  place: Place,
  flags: readonly Flag[],
  { rules, template, check }: { rules: RulesByFlag; template: CreateFeatureStrategy | null; check: Check },
) {
  needs(tx, 'CREATE_FEATURE_STRATEGY', place)
  const body = template
    ? await acceptRule(tx, place.project, { ...template, disabled: false }, { fromTemplate: true })
    : check(PLAIN_RULE)
  const added = flags.map((flag) => {
    const others = rules.get(flag.name) ?? []
    checkRuleLimit(tx, others.length)
    const rule = { ...body(flag), id: ulid(), featureName: flag.name, sortOrder: nextOrder(others) }
    return { flag, rule }
  })
  const { environment } = place
  await insertRules(
    tx,
    added.map(({ rule }) => ({ ...rule, environment })),
  )
  return added
}

async function activate(tx: Tx, place: Place, flags: readonly Flag[], rules: RulesByFlag) {
  if (flags.length === 0) return []
  needs(tx, 'UPDATE_FEATURE_STRATEGY', place)
  await activateRules(tx, namesOf(flags), place.environment)
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
