import type {
  ImportChoice,
  ImportChoiceName,
  ImportItem,
  ImportKind,
  ImportToggles,
} from '@flagstaff/contract/transfer'
import type { FlagState, RuleContent } from '../../flags/index.ts'
import { acceptUrl, contentKey, pairRules, stable } from '../../flags/index.ts'
import { normalize } from '../../setup/constraints/index.ts'
import { normalTags } from '../../setup/tags/index.ts'
import type { Destination } from './destination.ts'
import type { FileFlag } from './document.ts'
import { completeState, type Segments } from './states.ts'

export type FlagContent = Pick<FlagState, 'type' | 'description' | 'impressionData' | 'stale' | 'tags'> & {
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
  environment: Item<StateContent> | undefined
}

/** Everything that an import would do, by item. */
export type Plan = {
  destination: Destination
  request: ImportToggles
  tagTypes: Item[]
  fields: Item[]
  segments: Item[]
  flags: PlannedFlag[]
  /** The segment that replaces each segment of the file; undefined if rules that use it are left out. */
  segmentIds: Segments
}

export function makePlan(request: ImportToggles, destination: Destination, files: readonly FileFlag[]): Plan {
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

const planTagTypes = ({ data }: ImportToggles, destination: Destination, choices: Choices): Item[] =>
  unique(data.tagTypes).map(({ name, description, icon = null, color = null }) => {
    const known = destination.tagTypes.get(name)
    const before = known ? { description: known.description, icon: known.icon, color: known.color } : null
    const after = { description: description ?? '', icon, color }
    return itemOf({ kind: 'tag-type', name, before, after }, choices, 'keep')
  })

const planFields = ({ data }: ImportToggles, destination: Destination, choices: Choices): Item[] =>
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

const planSegments = ({ data }: ImportToggles, destination: Destination, choices: Choices): Item[] =>
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
    return { file, existing: known, flag: skipped, environment: undefined }
  }
  const environment = planState(file, known, destination, choices, segments)
  // A flag that is not created has no rules.
  if (environment && !known && flag.choice !== 'take') environment.choice = 'keep'
  return { file, existing: known, flag, environment }
}

const contentOf = (flag: FlagState): FlagContent => ({
  type: flag.type,
  description: flag.description,
  impressionData: flag.impressionData,
  stale: flag.stale,
  tags: normalTags(flag.tags),
  links: flag.links.map(({ url, title }) => ({ url, title })),
  dependencies: sorted(flag.dependencies),
})

const sorted = (dependencies: FlagContent['dependencies']) =>
  [...dependencies].sort((a, b) => (a.feature < b.feature ? -1 : 1))

function wanted(file: FileFlag, known: FlagState | undefined): FlagContent {
  const kept = (known?.dependencies ?? []).filter(
    ({ feature }) => !file.dependencies.some((one) => one.feature === feature),
  )
  const links = file.links ?? known?.links ?? []
  return {
    type: file.type as FlagContent['type'],
    description: file.description,
    impressionData: file.impressionData,
    stale: file.stale,
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
  file: FileFlag,
  known: FlagState | undefined,
  destination: Destination,
  choices: Choices,
  segments: Segments,
): Item<StateContent> | undefined {
  if (!file.state) return undefined
  const [present] = known?.environments ?? []
  const before = present
    ? { enabled: present.enabled, variants: present.variants, rules: present.rules }
    : null
  const after = completeState(file, destination, segments)
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
  return { ...item, before, after: { ...after, rules } }
}

const bare = (rule: RuleContent) => JSON.parse(contentKey(rule)) as RuleContent
