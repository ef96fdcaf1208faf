import { TagType, UpdateTagType } from '@flagstaff/contract/tags'
import Type from 'typebox'
import { inUse, nameTaken, notFound } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { tagTypeCreated, tagTypeDeleted, tagTypeUpdated } from '../events.ts'
import { insertFlagTags, insertTags, listTagsOfType, listUses } from '../queries.ts'
import { checkDispensable, checkTexts, checkTypeName } from '../rules.ts'
import { insertTagType, lockTagType, removeTagType, replaceTagType } from './queries.ts'

const TypeName = Type.Object({ name: Type.String() })

export const createTagType = command({
  name: 'tag-type.create',
  input: TagType,
  permission: 'CREATE_TAG_TYPE',
  scope: () => ({}),
  async run(tx, input) {
    const type = await insert(tx, input)
    tx.record(tagTypeCreated(type))
    return type
  },
  inverse: ({ name }): Order => deleteTagType.with({ name, unused: true }),
})

/** Omitted fields stay unchanged. */
export const updateTagType = command({
  name: 'tag-type.update',
  input: Type.Interface([UpdateTagType], { name: Type.String() }),
  permission: 'UPDATE_TAG_TYPE',
  scope: () => ({}),
  load: lockExisting,
  async run(tx, change, before) {
    const type = { ...before, ...change }
    checkTexts(type)
    if (JSON.stringify(fieldsOf(type)) === JSON.stringify(fieldsOf(before))) return
    tx.record(tagTypeUpdated(before, await replaceTagType(tx, type)))
  },
  inverse: ({ name }, _result, before): Order => updateTagType.with({ name, ...fieldsOf(before) }),
})

/** Also deletes its tags and removes them from all flags. */
export const deleteTagType = command({
  name: 'tag-type.delete',
  input: Type.Interface([TypeName], { unused: Type.Optional(Type.Boolean()) }),
  permission: 'DELETE_TAG_TYPE',
  scope: () => ({}),
  load: lockExisting,
  async run(tx, { name, unused = false }, type) {
    checkDispensable(name)
    const [values, uses] = [await listTagsOfType(tx.read, name), await listUses(tx.read, name)]
    if (unused && values.length > 0) throw inUse('tag type', name, `${values.length} tags`)
    await removeTagType(tx, name)
    const living = uses.filter(({ archived }) => !archived).map(({ flag }) => flag)
    tx.record(tagTypeDeleted(type, living))
    const byValue = Map.groupBy(uses, ({ value }) => value)
    return values.map(({ value }) => ({ value, flags: (byValue.get(value) ?? []).map(({ flag }) => flag) }))
  },
  inverse: ({ name }, tags, before): Order => restoreTagType.with({ name, ...fieldsOf(before), tags }),
})

const TagsWithFlags = Type.Array(Type.Object({ value: Type.String(), flags: Type.Array(Type.String()) }))

/** Undoes a deletion, with the same permission. Not reachable by a route. */
export const restoreTagType = command({
  name: 'tag-type.restore',
  input: Type.Interface([UpdateTagType], { name: Type.String(), tags: TagsWithFlags }),
  permission: 'DELETE_TAG_TYPE',
  scope: () => ({}),
  async run(tx, { tags, ...input }) {
    const type = await insert(tx, input)
    const stored = tags.map(({ value }) => ({ type: type.name, value }))
    await insertTags(tx, stored)
    const uses = tags.flatMap(({ value, flags }) => flags.map((flag) => ({ flag, type: type.name, value })))
    await insertFlagTags(tx, uses)
    tx.record(
      tagTypeCreated(
        type,
        uses.map(({ flag }) => flag),
      ),
    )
  },
  inverse: ({ name }): Order => deleteTagType.with({ name }),
})

async function insert(tx: Tx, input: TagType): Promise<TagType> {
  checkTypeName(input.name)
  checkTexts(input)
  const type = await insertTagType(tx, input)
  if (!type) throw nameTaken('tag type', input.name)
  return type
}

async function lockExisting(tx: Tx, { name }: { name: string }): Promise<TagType> {
  const type = await lockTagType(tx, name)
  if (!type) throw notFound('tag type', name)
  return type
}

const fieldsOf = ({ description, icon, color }: TagType) => ({
  description: description ?? '',
  icon: icon ?? null,
  color: color ?? null,
})
