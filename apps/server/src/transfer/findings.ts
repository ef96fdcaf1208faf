import type { Limits } from '@flagstaff/contract/limits'
import type { ImportFinding, ImportValidation } from '@flagstaff/contract/transfer'
import { checkConstraint, checkSizes } from '../constraints/index.ts'
import { acceptParameters, acceptVariants, checkPattern } from '../flags/index.ts'
import type { Caller } from '../platform/actor.ts'
import { AppError, limitReached } from '../platform/errors.ts'
import { checkName } from '../platform/names.ts'
import { missingPermissions } from './permissions.ts'
import { type Item, isTaken, type Plan, type PlannedFlag, type PlannedRule } from './plan.ts'

type Findings = Pick<ImportValidation, 'errors' | 'warnings' | 'permissions'>

/** What stands in the way of an import, what should be known before, and what the caller may not do. */
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
const changing = ({ flags }: Plan) => flags.filter(({ environment }) => isTaken(environment))
const rulesOf = ({ environment }: PlannedFlag) => environment?.after?.rules ?? []
const has = (list: readonly Item[], name: string) =>
  list.some((item) => item.name === name && item.choice === 'take')

const environment = ({ here, flags }: Plan) =>
  here.defaultRule || flags.every((flag) => !flag.environment) ? [] : [here.environment]

/** Rules that a missing segment leaves out are looked at too: it may still be replaced. */
const strategiesIn = (plan: Plan) =>
  changing(plan).flatMap(({ file, ...flag }) => [
    ...(file.state?.rules ?? []).map(({ name }) => name),
    ...rulesOf({ file, ...flag }).map(({ name }) => name),
  ])

const unknownStrategies = (plan: Plan) => strategiesIn(plan).filter((name) => !plan.here.strategies.has(name))

const ownStrategies = (plan: Plan) =>
  strategiesIn(plan).filter((name) => plan.here.strategies.get(name)?.builtIn === false)

/** By field, the values that will be allowed; none where anything is. */
function legalValues({ here, fields }: Plan): Map<string, ReadonlySet<string>> {
  const stored = [...here.fields.values()].map(
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
  const allows = (field: string, values: readonly string[]) => {
    const known = legal.get(field)
    return !known || known.size === 0 || values.every((value) => known.has(value))
  }
  const declared = (plan.request.data.contextFields ?? []).map(
    ({ name, legalValues: list = [] }) => [name, list.map(({ value }) => value)] as const,
  )
  const used = changing(plan).flatMap((flag) =>
    rulesOf(flag).flatMap(({ constraints }) =>
      constraints.map(
        ({ contextName, values = [], value }) =>
          [contextName, value === undefined ? values : [...values, value]] as const,
      ),
    ),
  )
  return [...declared, ...used].filter(([name, values]) => !allows(name, values)).map(([name]) => name)
}

const foreignFields = ({ here, request }: Plan) =>
  (request.data.contextFields ?? [])
    .map(({ name }) => here.fields.get(name))
    .flatMap((field) => (field?.project && field.project !== here.project ? [field.name] : []))

const elsewhere = ({ here, flags }: Plan) =>
  flags
    .filter(({ flag }) => flag.state === 'skip' && flag.choice === 'take')
    .flatMap(({ file }) => {
      const holder = here.holders.get(file.name)
      if (!holder || (holder.project === here.project && holder.archived)) return []
      return here.sees(holder.project) ? [`${file.name} (in project ${holder.project})`] : [file.name]
    })

const archived = ({ here, flags }: Plan) =>
  flags
    .filter(({ flag, file }) => {
      const holder = here.holders.get(file.name)
      return (
        flag.state === 'skip' && flag.choice === 'take' && holder?.project === here.project && holder.archived
      )
    })
    .map(({ file }) => file.name)

const overwritten = (plan: Plan) =>
  taken(plan)
    .filter(({ here }) => here !== undefined)
    .map(({ file }) => file.name)

const badNames = (plan: Plan) =>
  created(plan).flatMap(({ file }) =>
    complaint(() => {
      checkName('flag', file.name)
      checkPattern(file.name, plan.here.rules.naming)
    }).map(() => file.name),
  )

const unknownTypes = (plan: Plan) =>
  taken(plan)
    .map(({ file }) => file.type)
    .filter((type) => !plan.here.types.has(type))

function noRoom(plan: Plan, limits: Limits): string[] {
  const { featureLimit } = plan.here.rules
  const more = created(plan).length
  if (more === 0) return []
  const inProject = plan.here.flagsInProject + more
  const altogether = plan.here.flagsAltogether + more
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
  flags
    .filter(({ environment }) => environment?.choice === 'take')
    .flatMap(({ file }) => file.state?.rules.flatMap(({ segments }) => segments) ?? [])

const choiceOf = ({ request }: Plan, segment: string) =>
  request.choices?.find(({ kind, name }) => kind === 'segment' && name === segment)

/** Those without a choice, and those that the project may not use. */
const missingSegments = (plan: Plan) => {
  const named = (plan.request.data.segments ?? []).map(({ name }) => name)
  return [...new Set([...named, ...usedSegments(plan)])].filter((name) => {
    const chosen = choiceOf(plan, name)
    const known = plan.here.segments.get(chosen?.choice === 'use' ? (chosen.segment ?? '') : name)
    if (known) return known.project !== null && known.project !== plan.here.project
    if (chosen?.choice === 'use') return true
    return plan.segmentIds.get(name) === undefined && chosen?.choice !== 'keep'
  })
}

const leftOut = (plan: Plan) =>
  [...new Set(usedSegments(plan))].filter(
    (name) => plan.segmentIds.get(name) === undefined && choiceOf(plan, name)?.choice === 'keep',
  )

const missingTagTypes = (plan: Plan) =>
  taken(plan)
    .flatMap(({ file }) => file.tags.map(({ type }) => type))
    .filter((type) => !plan.here.tagTypes.has(type) && !has(plan.tagTypes, type))

const missingParents = (plan: Plan) => {
  const coming = new Set(created(plan).map(({ file }) => file.name))
  return taken(plan)
    .flatMap(({ file }) => file.dependencies.map(({ feature }) => feature))
    .filter((parent) => {
      const holder = plan.here.holders.get(parent)
      return !coming.has(parent) && !(holder && holder.project === plan.here.project && !holder.archived)
    })
}

/** Everything else that would be refused when it is saved, by flag and rule. */
const badContents = (plan: Plan, limits: Limits) =>
  changing(plan).flatMap(({ file, environment }) => {
    const { rules = [], variants = [] } = environment?.after ?? {}
    const most = limits.featureEnvironmentStrategies
    return [
      ...complaint(() => {
        if (rules.length > most) throw limitReached('strategies of a flag in an environment', most)
        acceptVariants(variants as never)
      }),
      ...rules.flatMap((rule, index) =>
        complaint(() => checkRule(rule, plan, limits)).map((reason) => `${ruleName(rule, index)}: ${reason}`),
      ),
    ].map((reason) => `${file.name}: ${reason}`)
  })

const ruleName = ({ name, title }: PlannedRule, index: number) => `rule ${index + 1} (${title || name})`

/** What `ruleCheck` looks at when the rule is saved. */
function checkRule(rule: PlannedRule, { here }: Plan, limits: Limits) {
  acceptParameters(rule.parameters, here.strategies.get(rule.name)?.parameters ?? [])
  acceptVariants(rule.variants)
  checkSizes(rule.constraints, limits)
  // Values that a field does not allow are found above, for all flags together.
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
