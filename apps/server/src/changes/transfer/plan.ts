import type { ImportChoice, ImportChoiceName, ImportItem, ImportKind } from '@flagstaff/contract/transfer'
import type { FlagValue } from '@flagstaff/contract/values'
import type { FlagState, RuleContent } from '../../flags/index.ts'
import { acceptUrl, contentKey, pairRules, stable, valueFields } from '../../flags/index.ts'
import { normalize } from '../../setup/constraints/index.ts'
import { normalTags } from '../../setup/tags/index.ts'
import { type Destination, noData, type PlanRequest } from './destination.ts'
import type { FileFlag, FileState } from './document.ts'
import { completeState, type Segments } from './states.ts'

export type FlagContent = Pick<FlagState, 'type' | 'description' | 'impressionData' | 'stale' | 'tags'> & {
  value: FlagValue
  links: { url: string; title: string | null }[]
  dependencies: FlagState['dependencies']
}
export type PlannedRule = RuleContent & { id?: string }
export type StateContent = { enabled: boolean; variants: unknown[]; rules: PlannedRule[] }

export type Item<Content = unknown> = Omit<ImportItem, 'before' | 'after'> & {
  before: Content | null
  after: Content | null
}

export type PlannedFlag = {
  file: FileFlag
  /** The current state in the project. */
  existing: FlagState | undefined
  flag: Item<FlagContent>
  environments: PlannedState[]
}
export type PlannedState = Item<StateContent> & { environment: string }

/** Everything that an import would do, by item. */
export type Plan = {
  destination: Destination
  request: PlanRequest
  tagTypes: Item[]
  fields: Item[]
  segments: Item[]
  flags: PlannedFlag[]
  /** The segment that replaces each segment of the file; undefined if rules that use it are left out. */
  segmentIds: Segments
}

export function makePlan(request: PlanRequest, destination: Destination, files: readonly FileFlag[]): Plan {
  const choices = choicesOf(request.choices ?? [])
  const tagTypes = planTagTypes(request, destination, choices)
  const fields = planFields(request, destination, choices)
  const segments = planSegments(request, destination, choices)
  const segmentIds = numberSegments(segments, destination, choices)
  const flags = files.map((file) => planFlag(file, destination, choices, segmentIds))
  return { destination, request, tagTypes, fields, segments, flags, segmentIds }
}

export const isTaken = (item: Item | undefined): boolean =>
  item !== undefined && item.choice === 'take' && (item.state === 'create' || item.state === 'change')

type Choices = ReadonlyMap<string, ImportChoice>
const keyOf = (kind: ImportKind, name: string) => JSON.stringify([kind, name])
const choicesOf = (list: readonly ImportChoice[]): Choices =>
  new Map(list.map((choice) => [keyOf(choice.kind, choice.name), choice]))

type Draft<C> = { kind: ImportKind; name: string; before: C | null; after: C | null }

/** Existing shared objects stay unchanged unless chosen otherwise; missing ones are created. */
function itemOf<C extends object>(
  { kind, name, before, after }: Draft<C>,
  choices: Choices,
  usual: ImportChoiceName,
): Item<C> {
  const differs =
    before && after
      ? Object.keys(after).filter((key) => stable(after[key as keyof C]) !== stable(before[key as keyof C]))
      : []
  const state = !after ? 'missing' : !before ? 'create' : differs.length > 0 ? 'change' : 'same'
  const choice = choices.get(keyOf(kind, name))?.choice ?? (state === 'create' ? 'take' : usual)
  return { kind, name, state, choice, before, after, differs }
}

const unique = <T extends { name: string }>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [one.name, one])).values(),
]

const planTagTypes = ({ data = noData }: PlanRequest, destination: Destination, choices: Choices): Item[] =>
  unique(data.tagTypes).map(({ name, description, icon = null, color = null }) => {
    const known = destination.tagTypes.get(name)
    const before = known ? { description: known.description, icon: known.icon, color: known.color } : null
    const after = { description: description ?? '', icon, color }
    return itemOf({ kind: 'tag-type', name, before, after }, choices, 'keep')
  })

const planFields = ({ data = noData }: PlanRequest, destination: Destination, choices: Choices): Item[] =>
  unique(data.contextFields ?? []).map(
    ({ name, description, stickiness = false, legalValues = [], valueType }) => {
      const known = destination.fields.get(name)
      const before = known
        ? {
            description: known.description || null,
            stickiness: known.stickiness,
            legalValues: known.legalValues,
            valueType: known.valueType,
          }
        : null
      const after = {
        description: description || null,
        stickiness,
        legalValues,
        valueType: valueType ?? known?.valueType ?? 'string',
      }
      return itemOf({ kind: 'context-field', name, before, after }, choices, 'keep')
    },
  )

const planSegments = ({ data = noData }: PlanRequest, destination: Destination, choices: Choices): Item[] =>
  unique(data.segments ?? []).map(({ name, description, constraints }) => {
    const known = destination.segments.get(name)
    const before = known ? { description: known.description, constraints: known.constraints } : null
    const after = constraints
      ? { description: description ?? null, constraints: constraints.map(normalize) }
      : before
    return itemOf({ kind: 'segment', name, before, after }, choices, 'keep')
  })

/** Segments that the import will create have negative placeholder ids. */
function numberSegments(items: readonly Item[], destination: Destination, choices: Choices): Segments {
  return new Map(
    items.map((item, index) => {
      const chosen = choices.get(keyOf('segment', item.name))
      if (chosen?.choice === 'use') return [item.name, destination.segments.get(chosen.segment ?? '')?.id]
      const known = destination.segments.get(item.name)
      if (known) return [item.name, known.id]
      return [item.name, isTaken(item) ? -1 - index : undefined]
    }),
  )
}

function planFlag(
  file: FileFlag,
  destination: Destination,
  choices: Choices,
  segments: Segments,
): PlannedFlag {
  const known = destination.flags.get(file.name)
  const holder = destination.holders.get(file.name)
  const flag = itemOf<FlagContent>(
    { kind: 'flag', name: file.name, before: known ? contentOf(known) : null, after: wanted(file, known) },
    choices,
    'take',
  )
  if (!known && holder) {
    // An archived flag in this project can be revived first; a flag in another project blocks the name.
    const reason = holder.project === destination.project ? 'archived' : 'project'
    const skipped = { ...flag, state: 'skip' as const, differs: [reason] }
    return { file, existing: known, flag: skipped, environments: [] }
  }
  const environments = file.states.map((state) => {
    const item = planState({ file, state, known }, destination, choices, segments)
    // A flag that is not created has no rules.
    return !known && flag.choice !== 'take' ? { ...item, choice: 'keep' as const } : item
  })
  return { file, existing: known, flag, environments }
}

const contentOf = (flag: FlagState): FlagContent => ({
  type: flag.type,
  description: flag.description,
  impressionData: flag.impressionData,
  stale: flag.stale,
  value: valueFields(flag),
  tags: normalTags(flag.tags),
  links: flag.links.map(({ url, title }) => ({ url, title })),
  dependencies: sorted(flag.dependencies),
})

const sorted = (dependencies: FlagContent['dependencies']) =>
  [...dependencies].sort((a, b) => (a.feature < b.feature ? -1 : 1))

function wanted(file: FileFlag, known: FlagState | undefined): FlagContent {
  const kept = file.onlyDependencies
    ? []
    : (known?.dependencies ?? []).filter(
        ({ feature }) => !file.dependencies.some((one) => one.feature === feature),
      )
  const links = file.links ?? known?.links ?? []
  return {
    type: file.type as FlagContent['type'],
    description: file.description,
    impressionData: file.impressionData,
    stale: file.stale,
    value: file.value ?? (known ? valueFields(known) : {}),
    tags: normalTags(file.tags),
    links: links.map(({ url, title }) => ({ url: complete(url), title: title || null })),
    dependencies: sorted([...kept, ...file.dependencies]),
  }
}

function complete(url: string): string {
  try {
    return acceptUrl(url)
  } catch {
    return url
  }
}

function planState(
  { file, state, known }: { file: FileFlag; state: FileState; known: FlagState | undefined },
  destination: Destination,
  choices: Choices,
  segments: Segments,
): PlannedState {
  const { environment, keep = [] } = state
  const present = known?.environments.find((one) => one.environment === environment)
  const before = present
    ? { enabled: present.enabled, variants: present.variants, rules: present.rules }
    : null
  const wanted = completeState(file.name, state, destination, segments)
  const kept = before ? Object.fromEntries(keep.map((field) => [field, before[field]])) : {}
  const after: typeof wanted = { ...wanted, ...kept }
  const item = itemOf<StateContent>(
    {
      kind: 'environment',
      name: file.name,
      before: before && { ...before, rules: before.rules.map(bare) },
      after: { ...after, rules: after.rules.map(bare) },
    },
    choices,
    'take',
  )
  // A matching existing rule keeps its id, so that it is updated instead of replaced.
  const pairs = new Map(pairRules(after.rules, before?.rules ?? []).map(({ from, to }) => [from, to?.id]))
  const rules = after.rules.map((rule) => {
    const id = pairs.get(rule)
    return id === undefined ? rule : { ...rule, id }
  })
  return { ...item, environment, before, after: { ...after, rules } }
}

const bare = (rule: RuleContent) => JSON.parse(contentKey(rule)) as RuleContent
