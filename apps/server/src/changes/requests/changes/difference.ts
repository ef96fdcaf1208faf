import { isDeepStrictEqual } from 'node:util'
import {
  addDependency,
  archiveFlags,
  createRule,
  deleteRule,
  disableFlags,
  type EnvironmentState,
  enableFlags,
  type FlagState,
  type PlanContent,
  removeDependency,
  replaceSafeguards,
  reviveFlags,
  rulesOf,
  setPlan,
  setVariants,
  sortRules,
  updateRule,
} from '../../../flags/index.ts'
import type { Order } from '../../../platform/write/commands.ts'
import { deleteSegment, updateSegment } from '../../../setup/segments/index.ts'

/** A change as it is stored in a request: its wire form, the orders that make it, and its target as it was before. */
export type Change = {
  action: string
  environment: string
  flag: string | null
  segment: number | null
  /** What it changes: with the action, environment and flag, it identifies the change within a request. */
  target: string
  payload: unknown
  snapshot: unknown
  orders: readonly Order[]
}

type Rule = EnvironmentState['rules'][number]
type Safeguards = EnvironmentState['safeguards']
type Place = { project: string; environment: string; flag: string }

/**
 * The changes that lead from one state of a flag to another. Rules are added before others are deleted, because a flag
 * that loses its last rule is turned off.
 */
export function flagChanges(
  before: FlagState | undefined,
  after: FlagState | undefined,
  environment: string,
): Change[] {
  if (!before && !after) return []
  if (before && !after) {
    const { project, name } = before
    return [
      {
        ...changeOf({ project, environment, flag: name }, 'archiveFeature', ''),
        orders: [archiveFlags.with({ project, flags: [name] })],
      },
    ]
  }
  const { name, project, dependencies, environments } = after as FlagState
  const place = { project, environment, flag: name }
  const revived = before
    ? []
    : [
        {
          ...changeOf(place, 'reviveFeature', ''),
          orders: [reviveFlags.with({ project, flags: [name] })],
        },
      ]
  return [
    ...revived,
    ...dependencyChanges(place, before?.dependencies ?? [], dependencies),
    ...environments.flatMap((state) => {
      const old = before?.environments.find((one) => one.environment === state.environment)
      const place = { project, environment: state.environment, flag: name }
      // An archived flag keeps its rules and variants, and is off everywhere.
      return environmentChanges(place, old ?? { ...state, enabled: false }, state)
    }),
  ]
}

const changeOf = (
  { environment, flag }: Place,
  action: string,
  target: string,
): Omit<Change, 'orders'> & { orders: readonly Order[] } => ({
  action,
  environment,
  flag,
  segment: null,
  target,
  payload: undefined,
  snapshot: undefined,
  orders: [],
})

function dependencyChanges(
  place: Place,
  before: FlagState['dependencies'],
  after: FlagState['dependencies'],
): Change[] {
  const { project, flag } = place
  const old = new Map(before.map((one) => [one.feature, one]))
  const kept = new Set(after.map(({ feature }) => feature))
  return [
    ...after
      .filter((one) => !isDeepStrictEqual(one, old.get(one.feature)))
      .map((one) => ({
        ...changeOf(place, 'addDependency', one.feature),
        payload: one,
        snapshot: old.get(one.feature),
        orders: [addDependency.with({ project, flag, ...one })],
      })),
    ...before
      .filter(({ feature }) => !kept.has(feature))
      .map((one) => ({
        ...changeOf(place, 'deleteDependency', one.feature),
        payload: { feature: one.feature },
        snapshot: one,
        orders: [removeDependency.with({ project, flag, feature: one.feature })],
      })),
  ]
}

function environmentChanges(place: Place, before: EnvironmentState, after: EnvironmentState): Change[] {
  const { project, environment, flag } = place
  const turned = before.enabled !== after.enabled
  const turn = after.enabled ? enableFlags : disableFlags
  const own = new Set([...rulesOf(before.plan ?? undefined), ...rulesOf(after.plan ?? undefined)])
  const others = (rules: readonly Rule[]) => rules.filter(({ id }) => !own.has(id))
  const plan = planChanges(place, before.plan, after.plan)
  return [
    // A flag that loses its last rule is turned off, so what adds rules comes first.
    ...(after.plan ? plan : []),
    ...ruleChanges(place, others(before.rules), others(after.rules)),
    ...(after.plan ? [] : plan),
    ...safeguardChanges(place, before.safeguards, after.safeguards),
    ...(isDeepStrictEqual(before.variants, after.variants)
      ? []
      : [
          {
            ...changeOf(place, 'patchVariant', ''),
            payload: { variants: after.variants },
            snapshot: before.variants,
            orders: [
              setVariants.with({
                project,
                flag,
                environments: [environment],
                variants: after.variants,
                evenFirst: true,
              }),
            ],
          },
        ]),
    ...(turned
      ? [
          {
            ...changeOf(place, 'updateEnabled', ''),
            payload: { enabled: after.enabled },
            orders: [turn.with({ project, environment, flags: [flag] })],
          },
        ]
      : []),
  ]
}

/** The rules of the active milestone follow from the plan. */
function planChanges(place: Place, before: PlanContent | null, after: PlanContent | null): Change[] {
  if (isDeepStrictEqual(before, after)) return []
  const { id, templateId } = after ?? before ?? { id: '', templateId: '' }
  const action = actionFor(before, after)
  return [
    {
      ...changeOf(place, action, id),
      payload: { planId: id, templateId, milestoneId: after?.active ?? null, plan: after },
      snapshot: before,
      orders: [setPlan.with({ ...place, content: after })],
    },
  ]
}

/** The difference of all safeguards is one change: they are few, and decided on together. */
function safeguardChanges(place: Place, before: Safeguards, after: Safeguards): Change[] {
  if (isDeepStrictEqual(before, after)) return []
  const [safeguard] = after.filter((one) => !before.some((old) => isDeepStrictEqual(old, one)))
  const of = (safeguard ?? before.find(({ id }) => !after.some((one) => one.id === id)))?.plan
  const action = `${safeguard ? 'change' : 'delete'}${of ? 'ReleasePlan' : 'FeatureEnv'}Safeguard`
  return [
    {
      ...changeOf(place, action, 'safeguards'),
      payload: { safeguards: after },
      snapshot: before,
      orders: [replaceSafeguards.with({ ...place, safeguards: [...after] })],
    },
  ]
}

function actionFor(before: PlanContent | null, after: PlanContent | null) {
  if (!after) return 'deleteReleasePlan'
  if (before?.id !== after.id) return 'addReleasePlan'
  return isDeepStrictEqual({ ...before, active: after.active }, after)
    ? 'startMilestone'
    : 'updateReleasePlan'
}

function ruleChanges(place: Place, before: readonly Rule[], after: readonly Rule[]): Change[] {
  const old = new Map(before.map((rule) => [rule.id, rule]))
  const now = new Map(after.map((rule) => [rule.id, rule]))
  const stayed = after.filter(({ id }) => old.has(id))
  const sorted = stayed.some(({ id, sortOrder }) => old.get(id)?.sortOrder !== sortOrder)
  return [
    ...after
      .filter(({ id }) => !old.has(id))
      .map((rule) => ({
        ...changeOf(place, 'addStrategy', rule.id),
        payload: shown(rule),
        orders: [createRule.with({ ...shown(rule), ...place, asGiven: true })],
      })),
    ...stayed
      .filter((rule) => !isSameRule(rule, old.get(rule.id)))
      .map((rule) => ({
        ...changeOf(place, 'updateStrategy', rule.id),
        payload: unsorted(rule),
        snapshot: shown(old.get(rule.id) ?? rule),
        orders: [updateRule.with({ ...unsorted(rule), ...place, asGiven: true })],
      })),
    ...before
      .filter(({ id }) => !now.has(id))
      .map((rule) => ({
        ...changeOf(place, 'deleteStrategy', rule.id),
        payload: { id: rule.id },
        snapshot: shown(rule),
        orders: [deleteRule.with({ ...place, id: rule.id })],
      })),
    ...(sorted
      ? [
          {
            ...changeOf(place, 'reorderStrategy', ''),
            payload: stayed.map(orderOf),
            snapshot: before.map(orderOf),
            orders: [sortRules.with({ ...place, order: stayed.map(orderOf) })],
          },
        ]
      : []),
  ]
}

const shown = ({ featureName: _, ...rule }: Rule) => rule
const unsorted = ({ featureName: _, sortOrder: __, ...rule }: Rule) => rule
const orderOf = ({ id, sortOrder }: Rule) => ({ id, sortOrder })

/** The order of rules is a separate change. */
export const isSameRule = (one: Partial<Rule>, other: Partial<Rule> | undefined): boolean => {
  const bare = ({ featureName: _, sortOrder: __, ...rule }: Partial<Rule>) => rule
  return other !== undefined && isDeepStrictEqual(bare(one), bare(other))
}

export type SegmentState = {
  id: number
  name: string
  description: string | null
  project: string | null
  constraints: Parameters<typeof updateSegment.with>[0]['constraints']
}

export const toSegmentState = ({
  id,
  name,
  description = null,
  project = null,
  constraints,
}: Omit<SegmentState, 'description' | 'project'> & {
  description?: string | null | undefined
  project?: string | null | undefined
}): SegmentState => ({ id, name, description, project, constraints })

export function segmentChanges(
  before: SegmentState | undefined,
  after: SegmentState | undefined,
  environment: string,
): Change[] {
  if (!before || isDeepStrictEqual(before, after)) return []
  const change = {
    environment,
    flag: null,
    segment: before.id,
    target: String(before.id),
    snapshot: before,
  }
  return after
    ? [{ ...change, action: 'updateSegment', payload: after, orders: [updateSegment.with(after)] }]
    : [
        {
          ...change,
          action: 'deleteSegment',
          payload: { id: before.id, name: before.name },
          orders: [deleteSegment.with({ id: before.id })],
        },
      ]
}
