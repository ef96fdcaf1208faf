import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write/write.ts'
import { tagCreated } from './events.ts'
import { holdTagTypes, insertTags } from './queries.ts'
import { checkValue, normalTags, type Tag } from './rules.ts'

/** Normalises tags and locks their types until the commit. Call it before locking flags. */
export async function acceptTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return []
  const accepted = normalTags(tags)
  for (const { value } of accepted) checkValue(value)
  const types = [...new Set(accepted.map(({ type }) => type))]
  const known = await holdTagTypes(tx, types)
  const unknown = types.find((type) => !known.has(type))
  if (unknown === undefined) return accepted
  throw invalid(`The tag type ${unknown} does not exist. Create it first.`, 'tags')
}

/** Inserts missing tags and returns them. */
export async function storeTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  const added = await insertTags(tx, tags)
  for (const tag of added) tx.record(tagCreated(tag))
  return added
}
