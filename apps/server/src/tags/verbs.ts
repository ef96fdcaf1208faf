import { invalid } from '../platform/errors.ts'
import type { Tx } from '../platform/write.ts'
import { tagCreated } from './events.ts'
import { holdTagTypes, insertTags } from './queries.ts'
import { checkValue, normalTags, type Tag } from './rules.ts'

/** Tags as they are stored, each of a type that stays until we commit; to be called before any flag is locked. */
export async function acceptTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return []
  const accepted = normalTags(tags)
  for (const { value } of accepted) checkValue(value)
  const types = [...new Set(accepted.map(({ type }) => type))]
  const known = await holdTagTypes(tx, types)
  const unknown = types.find((type) => !known.has(type))
  if (unknown === undefined) return accepted
  throw invalid(`There is no tag type called ${unknown}. Create it first.`, 'tags')
}

/** Adds the values that are missing, and gives those. */
export async function storeTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  const added = await insertTags(tx, tags)
  for (const tag of added) tx.record(tagCreated(tag))
  return added
}
