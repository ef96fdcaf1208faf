import { CreateTag } from '@flagstaff/contract/tags'
import Type from 'typebox'
import { inUse, nameTaken, noPermission, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { tagCreated, tagDeleted } from './events.ts'
import { insertFlagTags, insertTags, listProjectsOf, listUses, lockTag, removeTag } from './queries.ts'
import type { Tag } from './rules.ts'
import { acceptTags, storeTags } from './verbs.ts'

const TagKey = Type.Object({ type: Type.String(), value: Type.String() })

export const createTag = command({
  name: 'tag.create',
  input: CreateTag,
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, input) {
    mayTagSomewhere(tx)
    const [tag] = await storeTags(tx, await acceptTags(tx, [input]))
    if (!tag) throw nameTaken('tag', nameOf(input))
    return tag
  },
  inverse: (_input, { type, value }): Order => deleteTag.with({ type, value, unused: true }),
})

/** Removes the tag from all flags, so it needs permission to change all of them. */
export const deleteTag = command({
  name: 'tag.delete',
  input: Type.Interface([TagKey], { unused: Type.Optional(Type.Boolean()) }),
  permission: 'authenticated',
  scope: () => ({}),
  async load(tx, input) {
    mayTagSomewhere(tx)
    const tag = await lockTag(tx, input)
    if (!tag) throw notFound('tag', nameOf(input))
    return tag
  },
  async run(tx, { unused = false }, tag) {
    const uses = await listUses(tx.read, tag.type, tag.value)
    if (unused && uses.length > 0) throw inUse('tag', nameOf(tag), `${uses.length} flags`)
    mayTagIn(
      tx,
      uses.map(({ project }) => project),
    )
    await removeTag(tx, tag)
    tx.record(
      tagDeleted(
        tag,
        uses.filter(({ archived }) => !archived).map(({ flag }) => flag),
      ),
    )
    return uses.map(({ flag }) => flag)
  },
  inverse: ({ type, value }, flags): Order => restoreTag.with({ type, value, flags }),
})

/** Undoes a deletion. Not reachable by a route. */
export const restoreTag = command({
  name: 'tag.restore',
  input: Type.Interface([TagKey], { flags: Type.Array(Type.String()) }),
  permission: 'authenticated',
  scope: () => ({}),
  async run(tx, { flags, ...key }) {
    mayTagSomewhere(tx)
    mayTagIn(tx, await listProjectsOf(tx.read, flags))
    const [tag] = await insertTags(tx, await acceptTags(tx, [key]))
    if (!tag) throw nameTaken('tag', nameOf(key))
    await insertFlagTags(
      tx,
      flags.map((flag) => ({ flag, ...tag })),
    )
    tx.record(tagCreated(tag, flags))
  },
  inverse: ({ type, value }): Order => deleteTag.with({ type, value }),
})

/** A tag belongs to no project, so permission to tag flags in any project is enough. */
function mayTagSomewhere(tx: Tx) {
  if (!tx.caller.mayAnywhere('UPDATE_FEATURE', {})) throw noPermission(['UPDATE_FEATURE'])
}

function mayTagIn(tx: Tx, projects: readonly string[]) {
  if (projects.every((project) => tx.caller.may('UPDATE_FEATURE', { project }))) return
  throw noPermission(['UPDATE_FEATURE'], ' in every project whose flags have the tag')
}

const nameOf = ({ type, value }: Tag) => `${type}:${value}`
