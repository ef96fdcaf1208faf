import type { Constraint } from '@flagstaff/contract/common'
import type { Limits } from '@flagstaff/contract/limits'
import type { ImportFinding, ImportValidation } from '@flagstaff/contract/transfer'
import {
  acceptParameters,
  acceptVariants,
  checkPattern,
  checkPayloads,
  mergeValue,
  ruleWarnings,
} from '../../flags/index.ts'
import { AppError, limitReached } from '../../platform/errors.ts'
import { checkName } from '../../platform/names.ts'
import type { Caller } from '../../platform/write/actor.ts'
import { checkConstraint, checkSizes, isLegal } from '../../setup/constraints/index.ts'
import { noData } from './destination.ts'
import { missingPermissions } from './permissions.ts'
import { type Item, isTaken, type Plan, type PlannedRule, type PlannedState } from './plan.ts'

type Findings = Pick<ImportValidation, 'errors' | 'warnings' | 'permissions'>

/** Errors that block an import, warnings, and missing permissions. */
export const findingsOf = (
  plan: Plan,
  duplicates: readonly string[],
  caller: Caller,
  limits: Limits,
): Findings => ({
  errors: mentioned([
    ['The project does not have the environment. Add it in the settings of the project:', environment(plan)],
    ['The following strategies are not known here. Create them first:', unknownStrategies(plan)],
    ['The following context fields do not allow values that the file uses:', badValues(plan)],
    ['The following context fields belong to another project:', foreignFields(plan)],
    ['The following flags exist in another project, and a name exists only once:', elsewhere(plan)],
    ['The following flags are in the file more than once:', duplicates],
    ['The following names cannot be given to flags of this project:', badNames(plan)],
    ['The following flag types are not known here:', unknownTypes(plan)],
    ['There is not enough room for the new flags:', noRoom(plan, limits)],
    [
      'The following segments are missing here. Create them, or choose what takes their place:',
      missingSegments(plan),
    ],
    ['The following tag types are missing here and in the file:', missingTagTypes(plan)],
    ['The following flags are needed by others and are missing here:', missingParents(plan)],
    ['The following flags have rules or variants that cannot be saved:', badContents(plan, limits)],
  ]),
  warnings: mentioned([
    [
      'Rules of the file use strategies that are defined here; make sure that they mean the same:',
      ownStrategies(plan),
    ],
    ['The following flags are archived here and will be left out. Revive them first:', archived(plan)],
    ['The following flags exist here and will be overwritten:', overwritten(plan)],
    ['Rules that use the following segments will be left out:', leftOut(plan)],
    ['Not all SDKs evaluate the following rules alike. They are taken as they are:', ambiguous(plan)],
    [
      'Rules use the following stickiness, and no context field has the name. Users without it are not part of the rollout:',
      unknownStickiness(plan),
    ],
  ]),
  permissions: mentioned([
    ['You need these permissions for the import, and do not have them:', missingPermissions(plan, caller)],
  ]),
})

const mentioned = (list: readonly (readonly [string, readonly string[]])[]): ImportFinding[] =>
  list
    .filter(([, items]) => items.length > 0)
    .map(([message, items]) => ({ message, affectedItems: [...new Set(items)] }))

const taken = ({ flags }: Plan) => flags.filter(({ flag }) => flag.choice === 'take' && flag.state !== 'skip')
const created = (plan: Plan) => taken(plan).filter(({ flag }) => flag.state === 'create')
/** The states that the plan changes, with those of the file. */
const changing = ({ flags }: Plan) =>
  flags.flatMap(({ file, flag, environments }) =>
    environments.filter(isTaken).map((item) => ({
      item,
      flag,
      state: file.states.find((one) => one.environment === item.environment),
    })),
  )
const rulesOf = ({ after }: PlannedState) => after?.rules ?? []
const has = (list: readonly Item[], name: string) =>
  list.some((item) => item.name === name && item.choice === 'take')

const environment = ({ destination, flags }: Plan) =>
  flags
    .flatMap(({ environments }) => environments.map((item) => item.environment))
    .filter((name) => !destination.defaultRules.has(name))

/** Includes rules that are left out because of a missing segment, which can still be replaced. */
const strategiesIn = (plan: Plan) =>
  changing(plan).flatMap(({ item, state }) => [
    ...(state?.rules ?? []).map(({ name }) => name),
    ...rulesOf(item).map(({ name }) => name),
  ])

const unknownStrategies = (plan: Plan) =>
  strategiesIn(plan).filter((name) => !plan.destination.strategies.has(name))

const ownStrategies = (plan: Plan) =>
  strategiesIn(plan).filter((name) => plan.destination.strategies.get(name)?.builtIn === false)

/** The legal values by field; empty if all values are allowed. */
function legalValues({ destination, fields }: Plan): Map<string, ReadonlySet<string>> {
  const stored = [...destination.fields.values()].map(
    ({ name, legalValues }) => [name, new Set(legalValues.map(({ value }) => value))] as const,
  )
  const coming = fields
    .filter(isTaken)
    .map(
      ({ name, after }) =>
        [
          name,
          new Set(
            ((after as { legalValues: { value: string }[] }).legalValues ?? []).map(({ value }) => value),
          ),
        ] as const,
    )
  return new Map([...stored, ...coming])
}

function badValues(plan: Plan): string[] {
  const legal = legalValues(plan)
  const allows = (field: string, values: readonly string[], operator: Constraint['operator']) => {
    const known = legal.get(field)
    return !known || known.size === 0 || values.every((value) => isLegal(value, operator, known))
  }
  const declared = ((plan.request.data ?? noData).contextFields ?? []).map(
    ({ name, legalValues: list = [] }) => [name, list.map(({ value }) => value), 'IN'] as const,
  )
  const used = changing(plan).flatMap(({ item }) =>
    rulesOf(item).flatMap(({ constraints }) =>
      constraints.map(
        ({ contextName, values = [], value, operator }) =>
          [contextName, value === undefined ? values : [...values, value], operator] as const,
      ),
    ),
  )
  return [...declared, ...used].filter((use) => !allows(...use)).map(([name]) => name)
}

const foreignFields = ({ destination, request }: Plan) =>
  ((request.data ?? noData).contextFields ?? [])
    .map(({ name }) => destination.fields.get(name))
    .flatMap((field) => (field?.project && field.project !== destination.project ? [field.name] : []))

const elsewhere = ({ destination, flags }: Plan) =>
  flags
    .filter(({ flag }) => flag.state === 'skip' && flag.choice === 'take')
    .flatMap(({ file }) => {
      const holder = destination.holders.get(file.name)
      if (!holder || (holder.project === destination.project && holder.archived)) return []
      return destination.sees(holder.project) ? [`${file.name} (in project ${holder.project})`] : [file.name]
    })

const archived = ({ destination, flags }: Plan) =>
  flags
    .filter(({ flag, file }) => {
      const holder = destination.holders.get(file.name)
      return (
        flag.state === 'skip' &&
        flag.choice === 'take' &&
        holder?.project === destination.project &&
        holder.archived
      )
    })
    .map(({ file }) => file.name)

const overwritten = (plan: Plan) =>
  plan.request.isManaged
    ? []
    : taken(plan)
        .filter(({ existing }) => existing !== undefined)
        .map(({ file }) => file.name)

const badNames = (plan: Plan) =>
  created(plan).flatMap(({ file }) =>
    complaint(() => {
      checkName('flag', file.name)
      checkPattern(file.name, plan.destination.rules.naming)
    }).map(() => file.name),
  )

const unknownTypes = (plan: Plan) =>
  taken(plan)
    .map(({ file }) => file.type)
    .filter((type) => !plan.destination.types.has(type))

function noRoom(plan: Plan, limits: Limits): string[] {
  const { featureLimit } = plan.destination.rules
  const more = created(plan).length
  if (more === 0) return []
  const inProject = plan.destination.flagsInProject + more
  const altogether = plan.destination.flagsAltogether + more
  return [
    ...(featureLimit !== null && inProject > featureLimit
      ? [`${inProject} flags in the project, which may hold ${featureLimit}`]
      : []),
    ...(altogether > limits.featureFlags
      ? [`${altogether} flags altogether, of which there may be ${limits.featureFlags}`]
      : []),
  ]
}

const usedSegments = ({ flags }: Plan) =>
  flags.flatMap(({ file, environments }) =>
    environments
      .filter(({ choice }) => choice === 'take')
      .flatMap((item) => file.states.filter((state) => state.environment === item.environment))
      .filter(({ keep = [] }) => !keep.includes('rules'))
      .flatMap(({ rules }) => rules.flatMap(({ segments }) => segments)),
  )

const choiceOf = ({ request }: Plan, segment: string) =>
  request.choices?.find(({ kind, name }) => kind === 'segment' && name === segment)

/** Segments that are missing and not replaced, and those the project cannot use. */
const missingSegments = (plan: Plan) => {
  const named = ((plan.request.data ?? noData).segments ?? []).map(({ name }) => name)
  return [...new Set([...named, ...usedSegments(plan)])].filter((name) => {
    const chosen = choiceOf(plan, name)
    const known = plan.destination.segments.get(chosen?.choice === 'use' ? (chosen.segment ?? '') : name)
    if (known) return known.project !== null && known.project !== plan.destination.project
    if (chosen?.choice === 'use') return true
    return plan.segmentIds.get(name) === undefined && chosen?.choice !== 'keep'
  })
}

const leftOut = (plan: Plan) =>
  [...new Set(usedSegments(plan))].filter(
    (name) => plan.segmentIds.get(name) === undefined && choiceOf(plan, name)?.choice === 'keep',
  )

/** What a flag has already cannot be missing. A file that does not mention it keeps it. */
const knownOf = (plan: Plan, { name }: { name: string }) => plan.destination.flags.get(name)

const missingTagTypes = (plan: Plan) =>
  taken(plan)
    .flatMap(({ file }) => {
      const known = new Set(knownOf(plan, file)?.tags.map(({ type }) => type))
      return file.tags.map(({ type }) => type).filter((type) => !known.has(type))
    })
    .filter((type) => !plan.destination.tagTypes.has(type) && !has(plan.tagTypes, type))

const missingParents = (plan: Plan) => {
  const coming = new Set(created(plan).map(({ file }) => file.name))
  return taken(plan)
    .flatMap(({ file }) => {
      const known = new Set(knownOf(plan, file)?.dependencies.map(({ feature }) => feature))
      return file.dependencies.map(({ feature }) => feature).filter((parent) => !known.has(parent))
    })
    .filter((parent) => {
      const holder = plan.destination.holders.get(parent)
      return (
        !coming.has(parent) && !(holder && holder.project === plan.destination.project && !holder.archived)
      )
    })
}

const ambiguous = (plan: Plan) =>
  changing(plan).flatMap(({ item }) =>
    rulesOf(item).flatMap((rule, index) =>
      ruleWarnings(rule).map((text) => `${item.name}: ${ruleName(rule, index)}: ${text}`),
    ),
  )

const unknownStickiness = (plan: Plan) =>
  changing(plan)
    .flatMap(({ item }) => rulesOf(item))
    .flatMap(({ parameters: { stickiness = 'default' } }) => stickiness)
    .filter(
      (name) =>
        !BUILT_IN_STICKINESS.has(name) && !plan.destination.fields.has(name) && !has(plan.fields, name),
    )

const BUILT_IN_STICKINESS = new Set(['default', 'random'])

/** Everything else that saving would refuse, by flag and rule. */
const badContents = (plan: Plan, limits: Limits) =>
  changing(plan).flatMap(({ item, flag }) => {
    const value = (isTaken(flag) ? flag.after : flag.before)?.value ?? {}
    const { rules = [], variants = [] } = item.after ?? {}
    const most = limits.featureEnvironmentStrategies
    return [
      ...complaint(() => {
        if (rules.length > most) throw limitReached('strategies of a flag in an environment', most)
        mergeValue({}, value)
        acceptVariants(variants as never)
        checkPayloads(value, variants as never)
      }),
      ...rules.flatMap((rule, index) =>
        complaint(() => {
          checkRule(rule, plan, limits)
          checkPayloads(value, rule.variants)
        }).map((reason) => `${ruleName(rule, index)}: ${reason}`),
      ),
    ].map((reason) => `${item.name}: ${reason}`)
  })

const ruleName = ({ name, title }: PlannedRule, index: number) => `rule ${index + 1} (${title || name})`

/** The checks of `ruleCheck`, which runs when the rule is saved. */
function checkRule(rule: PlannedRule, { destination }: Plan, limits: Limits) {
  acceptParameters(rule.parameters, destination.strategies.get(rule.name)?.parameters ?? [])
  acceptVariants(rule.variants)
  checkSizes(rule.constraints, limits)
  // Illegal values of a field are reported above, for all flags together.
  for (const constraint of rule.constraints) checkConstraint(constraint, new Map())
  if (rule.segments.length > limits.strategySegments) {
    throw limitReached('segments of a strategy', limits.strategySegments)
  }
}

function complaint(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (error instanceof AppError) return [error.message]
    throw error
  }
}
