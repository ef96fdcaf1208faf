import {
  addDependency,
  createFlags,
  createLink,
  deleteLink,
  disableFlags,
  enableFlags,
  setRules,
  setVariants,
  stable,
  tagFlags,
  updateFlag,
} from '../../flags/index.ts'
import type { Order } from '../../platform/write/commands.ts'
import { createField, updateField } from '../../setup/context/index.ts'
import { createSegment, updateSegment } from '../../setup/segments/index.ts'
import { createTagType, updateTagType, withoutTags } from '../../setup/tags/index.ts'
import { type Item, isTaken, type Plan, type PlannedFlag } from './plan.ts'

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
  const work = tiedFirst(plan.flags.filter(({ flag, environment }) => isTaken(flag) || isTaken(environment)))
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
  const { project, environment } = destination
  const place = { project, environment }
  const taken = flags.filter(({ flag }) => isTaken(flag))
  const created = taken.filter(({ flag }) => flag.state === 'create')
  const changed = taken.filter(({ flag }) => flag.state === 'change')
  const states = flags.filter((one) => isTaken(one.environment))
  const sets = states.filter(({ environment: item }) =>
    item?.before ? item.differs.includes('rules') : item?.after?.rules.length,
  )
  const switched = (on: boolean) =>
    states
      .filter(
        ({ environment: item }) => item?.after?.enabled === on && (item.before?.enabled ?? false) !== on,
      )
      .map(({ file }) => file.name)
  return [
    ...(created.length > 0 ? [createFlags.with({ project, flags: created.map(newFlag) })] : []),
    ...changed.flatMap((flag) => metadataOrders(project, flag)),
    ...tagOrders(project, changed),
    ...changed.flatMap((flag) => linkOrders(project, flag)),
    // TimeSlice flags off before their rules change, so that the new rules never take effect.
    ...listed(switched(false), (names) => disableFlags.with({ ...place, flags: names })),
    ...listed(sets, (list) =>
      setRules.with({
        ...place,
        sets: list.map(({ file, environment: item }) => ({
          flag: file.name,
          rules: item?.after?.rules ?? [],
        })),
      }),
    ),
    ...states.flatMap((flag) => variantOrders(place, flag)),
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
  tags: flag.after?.tags ?? [],
  ...(file.links ? { links: file.links } : {}),
})

function metadataOrders(project: string, { file, flag }: PlannedFlag): Order[] {
  const fields = ['type', 'description', 'impressionData', 'stale']
  if (!flag.after || !flag.differs.some((field) => fields.includes(field))) return []
  const { type, description, impressionData, stale } = flag.after
  return [updateFlag.with({ project, flag: file.name, type, description, impressionData, stale })]
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
  { project, environment }: { project: string; environment: string },
  flag: PlannedFlag,
): Order[] {
  const { file, environment: item } = flag
  const variants = item?.after?.variants ?? []
  if (item?.before ? !item.differs.includes('variants') : variants.length === 0) return []
  return [
    setVariants.with({
      project,
      flag: file.name,
      environments: [environment],
      variants: variants as never,
      evenFirst: true,
    }),
  ]
}

function dependencyOrders({ destination }: Plan, { file, flag, existing: known }: PlannedFlag) {
  if (!isTaken(flag)) return []
  const before = new Set((known?.dependencies ?? []).map(stable))
  return file.dependencies
    .filter((dependency) => !before.has(stable(dependency)))
    .map((dependency) => ({
      file,
      dependency,
      order: addDependency.with({ project: destination.project, flag: file.name, ...dependency }),
    }))
}
