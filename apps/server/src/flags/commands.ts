import { CreateFeature, Patches, UpdateFeature } from '@flagstaff/contract/flags'
import Type, { type Static } from 'typebox'
import { command, type Order, run } from '../platform/commands.ts'
import { AppError, invalid, nameTaken } from '../platform/errors.ts'
import { checkName } from '../platform/names.ts'
import type { Tx } from '../platform/write.ts'
import { acceptTags } from '../tags/index.ts'
import { archiveFlags } from './archive/commands.ts'
import { flagCreated, flagMarked, flagUpdated } from './events.ts'
import { applyPatches } from './json-patch.ts'
import { addTemplateLinks } from './links/commands.ts'
import { checkPattern } from './naming.ts'
import {
  attachEnvironments,
  type Flag,
  type FlagFields,
  insertFlag,
  markStale,
  replaceFlag,
  whereIs,
} from './queries.ts'
import { flagLimit, makeRoom } from './room.ts'
import { attachTags } from './tags/commands.ts'
import { type FlagTarget, lockActiveFlag, lockActiveFlags } from './target.ts'

const Target = Type.Object({ project: Type.String(), flag: Type.String() })
const inProject = ({ project }: { project: string }) => ({ project })

export const createFlag = command({
  name: 'flag.create',
  input: Type.Interface([CreateFeature], { project: Type.String() }),
  permission: 'CREATE_FEATURE',
  scope: inProject,
  limit: flagLimit,
  async run(tx, { project, tags = [], ...input }) {
    const accepted = await acceptTags(tx, tags)
    const flag = await insertNamed(tx, {
      name: input.name,
      project,
      type: input.type ?? 'release',
      description: input.description ?? null,
      impressionData: input.impressionData ?? false,
    })
    await attachEnvironments(tx, flag)
    const tagged = { ...flag, tags: accepted }
    tx.record(flagCreated(tagged))
    await attachTags(tx, tagged)
    await addTemplateLinks(tx, tagged)
    return tagged
  },
  inverse: ({ project, name }) => archiveFlags.with({ project, flags: [name] }),
})

/** A new flag under a name that is well formed, fits the project, and is free. */
export async function insertNamed(tx: Tx, flag: Parameters<typeof insertFlag>[1]): Promise<Flag> {
  checkName('flag', flag.name)
  const { naming } = await makeRoom(tx, flag.project)
  checkPattern(flag.name, naming)
  const inserted = await insertFlag(tx, flag)
  if (inserted) return inserted
  const holder = await whereIs(tx.read, flag.name)
  throw holder?.archived_at ? new AppError('nameArchived', { name: flag.name }) : nameTaken('flag', flag.name)
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
  load: lockActiveFlag,
  async run(tx, change, before) {
    const fields = merge(before, change)
    if (isSame(before, fields)) return before
    const flag = await replaceFlag(tx, before, fields)
    tx.record(flagUpdated(before, flag))
    if (flag.stale !== before.stale) tx.record(flagMarked(flag, flag.stale))
    return flag
  },
  inverse: ({ project, flag }, _result, before): Order =>
    updateFlag.with({ project, flag, ...fieldsOf(before) }),
})

export const patchFlag = command({
  name: 'flag.patch',
  input: Type.Interface([Target], { patches: Patches }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  load: lockActiveFlag,
  async run(tx, { project, flag, patches }, before) {
    if (patches.some(({ path, from }) => aboutVariants(path) || aboutVariants(from ?? ''))) {
      throw new AppError('denied', { reason: 'Variants belong to an environment. Change them there.' })
    }
    const { name, project: place, archived, createdAt, ...rest } = before
    const document = { name, project: place, archived, createdAt, ...fieldsOf(rest) }
    const patched = applyPatches(document, patches) as typeof document
    if (typeof patched !== 'object' || patched === null)
      throw invalid('A patch may not replace the whole flag.')
    for (const fixed of ['name', 'project', 'archived', 'createdAt'] as const) {
      if (patched[fixed] !== document[fixed]) throw invalid(`A patch cannot change "${fixed}".`, `/${fixed}`)
    }
    const description = patched.description ?? null
    return run(tx, updateFlag, { project, flag, ...fieldsOf(patched), description })
  },
  inverse: (input, result, before) => updateFlag.inverse?.(input, result, before),
})

export const markFlags = command({
  name: 'flag.mark',
  input: Type.Object({ project: Type.String(), flags: Type.Array(Type.String()), stale: Type.Boolean() }),
  permission: 'UPDATE_FEATURE',
  scope: inProject,
  async run(tx, { project, flags, stale }) {
    const changed = (await lockActiveFlags(tx, project, flags)).filter((flag) => flag.stale !== stale)
    const names = changed.map((flag) => flag.name)
    if (names.length > 0) await markStale(tx, names, stale)
    for (const flag of changed) tx.record(flagMarked(flag, stale))
    return names
  },
  inverse: ({ project, stale }, flags): Order | undefined =>
    flags.length > 0 ? markFlags.with({ project, flags, stale: !stale }) : undefined,
})

const fieldsOf = ({ type, description, impressionData, stale }: FlagFields): FlagFields => ({
  type,
  description,
  impressionData,
  stale,
})

const merge = (before: Flag, change: Static<typeof FlagChange> & FlagTarget): FlagFields => ({
  type: change.type ?? before.type,
  description: change.description === undefined ? before.description : change.description,
  impressionData: change.impressionData ?? before.impressionData,
  stale: change.stale ?? before.stale,
})

const isSame = (before: FlagFields, after: FlagFields) =>
  JSON.stringify(fieldsOf(before)) === JSON.stringify(after)

const aboutVariants = (path: string) => path === '/variants' || path.startsWith('/variants/')
