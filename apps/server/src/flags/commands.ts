import { isDeepStrictEqual } from 'node:util'
import { CreateFeature, Link, Patches, UpdateFeature } from '@flagstaff/contract/flags'
import Type, { type Static } from 'typebox'
import { AppError, invalid, nameTaken } from '../platform/errors.ts'
import { checkName } from '../platform/names.ts'
import { command, type Order, run } from '../platform/write/commands.ts'
import { inOrder } from '../platform/write/in-order.ts'
import type { Tx } from '../platform/write/write.ts'
import { acceptTags, normalTags } from '../setup/tags/index.ts'
import { archiveFlags } from './archive/commands.ts'
import { flagCreated, flagMarked, flagUpdated } from './events.ts'
import { applyPatches } from './json-patch.ts'
import { checkFlagLimits, checkProjectLimit, flagLimit } from './limits.ts'
import { attachLinks } from './links/commands.ts'
import { listLinkTemplates } from './links/queries.ts'
import { checkPattern, type Naming } from './naming.ts'
import {
  attachEnvironments,
  type Flag,
  type FlagFields,
  insertFlags,
  markStale,
  type NewFlag,
  replaceFlag,
  whereIs,
} from './queries.ts'
import { createRule } from './rules/commands.ts'
import { lockDefaultSegments, lockSegments } from './rules/queries.ts'
import { enableFlags } from './switch/commands.ts'
import { attachTags } from './tags/commands.ts'
import { type FlagTarget, lockActiveFlag, lockActiveFlags, versioned } from './target.ts'
import { valueFields, wholeValue } from './values/fields.ts'
import { listStoredVariants } from './values/queries.ts'
import { checkStored, mergeValue } from './values/rules.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

export const createFlag = command({
  name: 'flag.create',
  input: Type.Interface([CreateFeature], { project: Type.String() }),
  permission: 'CREATE_FEATURE',
  scope: inProject,
  openToProposers: ({ initialState = [] }) => initialState.length === 0,
  limit: flagLimit,
  load: (tx, { project, initialState = [] }) => lockInitialSegments(tx, project, initialState),
  async run(tx, { project, initialState = [], ...input }) {
    const [flag] = await createAll(tx, project, [input])
    if (!flag) throw nameTaken('flag', input.name)
    for (const state of initialState) await applyInitialState(tx, { project, flag: flag.name }, state)
    return flag
  },
  inverse: ({ project, name }) => archiveFlags.with({ project, flags: [name] }),
})

type InitialState = NonNullable<CreateFeature['initialState']>[number]

/** Segments are locked before flags, so lock those of the initial rules before the flag is created. */
async function lockInitialSegments(tx: Tx, project: string, states: readonly InitialState[]) {
  await lockSegments(
    tx,
    states.flatMap(({ strategies = [] }) => strategies.flatMap(({ segments = [] }) => segments)),
  )
  for (const { environment } of states) await lockDefaultSegments(tx, project, environment, [])
}

async function applyInitialState(tx: Tx, target: FlagTarget, state: InitialState) {
  const { environment, strategies = [], enabled = true } = state
  const { project, flag } = target
  for (const strategy of strategies) await run(tx, createRule, { ...strategy, project, flag, environment })
  if (enabled) await run(tx, enableFlags, { project, environment, flags: [flag] })
}

/** Creates several flags, for import. The link templates of the project apply only to flags sent without links. */
export const createFlags = command({
  name: 'flag.createAll',
  input: Type.Object({
    project: Type.String(),
    flags: Type.Array(
      Type.Interface([Type.Omit(CreateFeature, ['initialState'])], {
        stale: Type.Optional(Type.Boolean()),
        links: Type.Optional(Type.Array(Link)),
      }),
    ),
  }),
  permission: 'CREATE_FEATURE',
  scope: inProject,
  async run(tx, { project, flags }) {
    await checkFlagLimits(tx, project, flags.length)
    return createAll(tx, project, flags)
  },
  inverse: ({ project }, flags) => archiveFlags.with({ project, flags: flags.map(({ name }) => name) }),
})

type Wanted = Omit<CreateFeature, 'initialState'> & { stale?: boolean; links?: Link[] }

async function createAll(tx: Tx, project: string, wanted: readonly Wanted[]): Promise<Flag[]> {
  const [, { naming }, templates] = await inOrder([
    acceptTags(
      tx,
      wanted.flatMap(({ tags = [] }) => tags),
    ),
    checkProjectLimit(tx, project, wanted.length),
    listLinkTemplates(tx, project),
  ])
  const [added] = await inOrder([
    insertNamed(
      tx,
      project,
      wanted.map((flag) => ({
        name: flag.name,
        type: flag.type ?? 'release',
        description: flag.description ?? null,
        impressionData: flag.impressionData ?? false,
        ...mergeValue({}, flag),
        stale: flag.stale ?? false,
      })),
      naming,
    ),
    attachEnvironments(
      tx,
      project,
      wanted.map(({ name }) => name),
    ),
  ])
  const byName = new Map(wanted.map((flag) => [flag.name, flag]))
  const flags = added.map((flag) => ({ ...flag, tags: normalTags(byName.get(flag.name)?.tags ?? []) }))
  for (const flag of flags) tx.record(flagCreated(flag))
  await attachTags(tx, flags)
  await attachLinks(
    tx,
    { project, templates },
    flags.map((flag) => ({ flag, links: byName.get(flag.name)?.links })),
  )
  return flags
}

/** Inserts flags with valid, free names that match the project's pattern; returns them in input order. */
export async function insertNamed(
  tx: Tx,
  project: string,
  flags: readonly NewFlag[],
  naming: Naming,
): Promise<Flag[]> {
  for (const { name } of flags) {
    checkName('flag', name)
    checkPattern(name, naming)
  }
  // Sorted by name, so that two requests with the same flags cannot deadlock.
  const sorted = [...flags].sort((a, b) => (a.name < b.name ? -1 : 1))
  const inserted = new Map((await insertFlags(tx, project, sorted)).map((flag) => [flag.name, flag]))
  const taken = flags.find(({ name }) => !inserted.has(name))
  if (taken) {
    const holder = await whereIs(tx.read, taken.name)
    throw holder?.archived_at
      ? new AppError('nameArchived', { name: taken.name })
      : nameTaken('flag', taken.name)
  }
  if (inserted.size < flags.length) throw invalid('Two of the flags have the same name.', 'name')
  return flags.flatMap(({ name }) => inserted.get(name) ?? [])
}

const FlagChange = Type.Interface([Type.Omit(UpdateFeature, ['archived'])], {
  project: Type.String(),
  flag: Type.String(),
})

export const updateFlag = command({
  name: 'flag.update',
  input: FlagChange,
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, change, before) {
    const fields = merge(before, change)
    if (isDeepStrictEqual(fieldsOf(before), fields)) return before
    if (!isDeepStrictEqual(valueFields(before), valueFields(fields)))
      checkStored(fields, await listStoredVariants(tx.read, before.name))
    const flag = await replaceFlag(tx, before, fields)
    tx.record(flagUpdated(before, flag))
    if (flag.stale !== before.stale) tx.record(flagMarked(flag, flag.stale))
    return flag
  },
  inverse: ({ project, flag }, _result, before): Order =>
    updateFlag.with({ project, flag, ...fieldsOf(before), ...wholeValue(before) }),
})

export const patchFlag = command({
  name: 'flag.patch',
  input: Type.Interface([Target], { patches: Patches }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flag }) => ({ flags: [flag] }),
  load: lockActiveFlag,
  async run(tx, { project, flag, patches }, before) {
    if (patches.some(({ path, from }) => aboutVariants(path) || aboutVariants(from ?? ''))) {
      throw new AppError('denied', { reason: 'Variants belong to an environment. Change them there.' })
    }
    const { name, project: place, archived, createdAt, ...rest } = before
    const document = { name, project: place, archived, createdAt, ...fieldsOf(rest) }
    const patched = applyPatches(document, patches) as typeof document
    if (typeof patched !== 'object' || patched === null)
      throw invalid('A patch cannot replace the whole flag.')
    for (const fixed of ['name', 'project', 'archived', 'createdAt'] as const) {
      if (patched[fixed] !== document[fixed]) throw invalid(`A patch cannot change "${fixed}".`, `/${fixed}`)
    }
    const description = patched.description ?? null
    const fields = { ...fieldsOf(patched), ...wholeValue(patched), description }
    return run(tx, updateFlag, { project, flag, ...fields })
  },
  inverse: (input, result, before) => updateFlag.inverse?.(input, result, before),
})

export const markFlags = command({
  name: 'flag.mark',
  input: Type.Object({ project: Type.String(), flags: Type.Array(Type.String()), stale: Type.Boolean() }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  locks: ({ flags }) => ({ flags }),
  load: (tx, { project, flags }) => lockActiveFlags(tx, project, flags),
  current: versioned,
  async run(tx, { stale }, flags) {
    const changed = flags.filter((flag) => flag.stale !== stale)
    const names = changed.map((flag) => flag.name)
    if (names.length > 0) await markStale(tx, names, stale)
    for (const flag of changed) tx.record(flagMarked(flag, stale))
    return names
  },
  inverse: ({ project, stale }, flags): Order | undefined =>
    flags.length > 0 ? markFlags.with({ project, flags, stale: !stale }) : undefined,
})

const fieldsOf = ({ type, description, impressionData, stale, ...flag }: FlagFields): FlagFields => ({
  type,
  description,
  impressionData,
  stale,
  ...valueFields(flag),
})

const merge = (before: Flag, change: Static<typeof FlagChange> & FlagTarget): FlagFields => ({
  type: change.type ?? before.type,
  description: change.description === undefined ? before.description : change.description,
  impressionData: change.impressionData ?? before.impressionData,
  stale: change.stale ?? before.stale,
  ...mergeValue(before, change),
})

const aboutVariants = (path: string) => path === '/variants' || path.startsWith('/variants/')
