import {
  addDependency,
  createFlags,
  createLink,
  deleteLink,
  disableFlags,
  enableFlags,
  removeDependency,
  setRules,
  setVariants,
  stable,
  tagFlags,
  updateFlag,
  wholeValue,
} from '../../flags/index.ts'
import type { Order } from '../../platform/write/commands.ts'
import { createField, updateField } from '../../setup/context/index.ts'
import { createSegment, updateSegment } from '../../setup/segments/index.ts'
import { createTagType, updateTagType, withoutTags } from '../../setup/tags/index.ts'
import { type Item, isTaken, type Plan, type PlannedFlag, type PlannedState } from './plan.ts'

/** The work of one transaction. `segments` are created in it and have placeholder ids until then. */
export type Part = {
  orders: Order[]
  segments: { placeholder: number; order: Order }[]
  flags: number
  /** The objects it changes; none of them may have been changed since the plan. */
  targets: Targets
}
type Targets = { flags: string[]; segments: number[]; contextFields: string[]; tagTypes: string[] }

/**
 * How many flags are imported in one transaction. All other changes wait while its documents are written, so it is far
 * below the limit of one change.
 */
export const FLAGS_AT_ONCE = 500

/** Shared objects first, then flags; dependencies as soon as both flags exist. */
export function partsOf(plan: Plan): Part[] {
  const work = tiedFirst(plan.flags.filter(isChanged))
  const chunks = chunked(work, FLAGS_AT_ONCE)
  const parts = (chunks.length > 0 ? chunks : [[]]).map(
    (chunk): Part => ({
      orders: flagOrders(plan, chunk),
      segments: [],
      flags: chunk.length,
      targets: {
        flags: chunk.map(({ file }) => file.name),
        segments: [],
        contextFields: [],
        tagTypes: [],
      },
    }),
  )
  const [first] = parts
  first?.orders.unshift(...sharedOrders(plan))
  first?.segments.push(...segmentOrders(plan))
  Object.assign(first?.targets ?? {}, sharedTargets(plan))
  const places = new Map(chunks.flatMap((chunk, index) => chunk.map(({ file }) => [file.name, index])))
  for (const { file, dependency, order } of work.flatMap((flag) => dependencyOrders(plan, flag))) {
    const place = Math.max(places.get(file.name) ?? 0, places.get(dependency.feature) ?? 0)
    parts[place]?.orders.push(order)
  }
  return parts
}

/** Whether the plan creates or changes the flag. */
export const isChanged = ({ flag, environments }: PlannedFlag): boolean =>
  isTaken(flag) || environments.some(isTaken)

/** Puts flags that depend on each other into the same part if possible, so that they can be undone together. */
function tiedFirst(flags: readonly PlannedFlag[]): PlannedFlag[] {
  const tied = new Set(
    flags.flatMap(({ file }) =>
      file.dependencies.length > 0 ? [file.name, ...file.dependencies.map(({ feature }) => feature)] : [],
    ),
  )
  return [...flags].sort((a, b) => Number(tied.has(b.file.name)) - Number(tied.has(a.file.name)))
}

const chunked = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )

const sharedTargets = ({ tagTypes, fields, segments, destination }: Plan): Omit<Targets, 'flags'> => ({
  tagTypes: tagTypes.filter(isTaken).map(({ name }) => name),
  contextFields: fields.filter(isTaken).map(({ name }) => name),
  segments: segments.filter(isTaken).flatMap(({ name }) => destination.segments.get(name)?.id ?? []),
})

function sharedOrders({ tagTypes, fields, destination }: Plan): Order[] {
  const type = ({ name, state, after }: Item) => {
    const content = after as { description: string; icon: string | null; color: string | null }
    return state === 'create'
      ? createTagType.with({ name, ...content })
      : updateTagType.with({ name, ...content })
  }
  const field = ({ name, state, after }: Item) => {
    const { description, ...rest } = after as Parameters<typeof createField.with>[0] & {
      description: string | null
    }
    const content = { ...rest, ...(description ? { description } : {}) }
    return state === 'create'
      ? createField.with({ ...content, name, ...orderOf(destination, name) })
      : updateField.with({ ...content, name, ...orderOf(destination, name) })
  }
  return [...tagTypes.filter(isTaken).map(type), ...fields.filter(isTaken).map(field)]
}

const orderOf = ({ fields }: Plan['destination'], name: string) => {
  const known = fields.get(name)
  return known ? { sortOrder: known.sortOrder } : {}
}

const segmentOrders = ({ segments, segmentIds, destination }: Plan): Part['segments'] =>
  segments.filter(isTaken).map(({ name, after }) => {
    const content = { name, ...(after as { description: string | null; constraints: never[] }) }
    const known = destination.segments.get(name)
    return {
      placeholder: segmentIds.get(name) ?? 0,
      order: known
        ? updateSegment.with({ ...content, id: known.id, project: known.project })
        : createSegment.with(content),
    }
  })

function flagOrders({ destination }: Plan, flags: readonly PlannedFlag[]): Order[] {
  const { project } = destination
  const taken = flags.filter(({ flag }) => isTaken(flag))
  const created = taken.filter(({ flag }) => flag.state === 'create')
  const changed = taken.filter(({ flag }) => flag.state === 'change')
  const states = flags.flatMap(({ environments }) => environments.filter(isTaken))
  return [
    ...(created.length > 0 ? [createFlags.with({ project, flags: created.map(newFlag) })] : []),
    ...changed.flatMap((flag) => metadataOrders(project, flag)),
    ...tagOrders(project, changed),
    ...changed.flatMap((flag) => linkOrders(project, flag)),
    ...[...Map.groupBy(states, ({ environment }) => environment)].flatMap(([environment, list]) =>
      stateOrders({ project, environment }, list),
    ),
  ]
}

type Place = { project: string; environment: string }

function stateOrders(place: Place, states: readonly PlannedState[]): Order[] {
  const sets = states.filter(({ before, after, differs }) =>
    before ? differs.includes('rules') : after?.rules.length,
  )
  const switched = (on: boolean) =>
    states
      .filter(({ before, after }) => after?.enabled === on && (before?.enabled ?? false) !== on)
      .map(({ name }) => name)
  return [
    // Turn flags off before their rules change, so that the new rules never take effect.
    ...listed(switched(false), (names) => disableFlags.with({ ...place, flags: names })),
    ...listed(sets, (list) =>
      setRules.with({
        ...place,
        sets: list.map(({ name, after }) => ({ flag: name, rules: after?.rules ?? [] })),
      }),
    ),
    ...states.flatMap((state) => variantOrders(place, state)),
    ...listed(switched(true), (names) => enableFlags.with({ ...place, flags: names })),
  ]
}

const listed = <T>(list: readonly T[], order: (list: T[]) => Order): Order[] =>
  list.length > 0 ? [order([...list])] : []

const newFlag = ({ file, flag }: PlannedFlag) => ({
  name: file.name,
  type: flag.after?.type ?? ('release' as const),
  description: file.description,
  impressionData: file.impressionData,
  stale: file.stale,
  ...flag.after?.value,
  tags: flag.after?.tags ?? [],
  ...(file.links ? { links: file.links } : {}),
})

function metadataOrders(project: string, { file, flag }: PlannedFlag): Order[] {
  const fields = ['type', 'description', 'impressionData', 'stale', 'value']
  if (!flag.after || !flag.differs.some((field) => fields.includes(field))) return []
  const { type, description, impressionData, stale, value } = flag.after
  const metadata = { type, description, impressionData, stale, ...wholeValue(value) }
  return [updateFlag.with({ project, flag: file.name, ...metadata })]
}

/** Flags with the same tag changes share one order. */
function tagOrders(project: string, flags: readonly PlannedFlag[]): Order[] {
  const changes = flags
    .filter(({ flag }) => flag.differs.includes('tags'))
    .map(({ file, flag }) => {
      const [before = [], after = []] = [flag.before?.tags, flag.after?.tags]
      return { name: file.name, added: withoutTags(after, before), removed: withoutTags(before, after) }
    })
  const alike = Map.groupBy(changes, ({ added, removed }) => stable([added, removed]))
  return [...alike.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { added, removed } = first
    return [tagFlags.with({ project, flags: group.map(({ name }) => name), added, removed })]
  })
}

/** Links in both stay; only the title can change. */
function linkOrders(project: string, { file, existing, flag }: PlannedFlag): Order[] {
  if (!flag.differs.includes('links')) return []
  const wanted = flag.after?.links ?? []
  const keyOf = ({ url, title }: { url: string; title?: string | null }) => stable([url, title ?? null])
  const [stored, keys] = [existing?.links ?? [], new Set(wanted.map(keyOf))]
  const known = new Set(stored.map(keyOf))
  return [
    ...stored
      .filter((link) => !keys.has(keyOf(link)))
      .map(({ id }) => deleteLink.with({ project, flag: file.name, id })),
    ...wanted
      .filter((link) => !known.has(keyOf(link)))
      .map(({ url, title }) => createLink.with({ project, flag: file.name, url, title })),
  ]
}

function variantOrders(
  { project, environment }: Place,
  { name, before, after, differs }: PlannedState,
): Order[] {
  const variants = after?.variants ?? []
  if (before ? !differs.includes('variants') : variants.length === 0) return []
  return [
    setVariants.with({
      project,
      flag: name,
      environments: [environment],
      variants: variants as never,
      evenFirst: true,
    }),
  ]
}

function dependencyOrders({ destination }: Plan, { file, flag, existing: known }: PlannedFlag) {
  if (!isTaken(flag)) return []
  const { project } = destination
  const stored = known?.dependencies ?? []
  const before = new Set(stored.map(stable))
  const listed = new Set(file.dependencies.map(({ feature }) => feature))
  const removed = file.onlyDependencies ? stored.filter(({ feature }) => !listed.has(feature)) : []
  return [
    ...removed.map((dependency) => ({
      file,
      dependency,
      order: removeDependency.with({ project, flag: file.name, feature: dependency.feature }),
    })),
    ...file.dependencies
      .filter((dependency) => !before.has(stable(dependency)))
      .map((dependency) => ({
        file,
        dependency,
        order: addDependency.with({ project, flag: file.name, ...dependency }),
      })),
  ]
}
