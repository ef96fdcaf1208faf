import { invalid } from '../../platform/errors.ts'
import type { Tx } from '../../platform/write.ts'
import { flagTagged, tagCreated } from '../events.ts'
import type { Flag, FlagTag } from '../queries.ts'
import { insertFlagTags, insertTags, lockTagTypes } from './queries.ts'

/** Tags as they are stored: trimmed, each once, in one order for everybody. */
export async function acceptTags(tx: Tx, tags: readonly FlagTag[]): Promise<FlagTag[]> {
  const accepted = new Map<string, FlagTag>()
  for (const tag of tags) {
    const value = tag.value.trim()
    if (value.length < 2) throw invalid('The value of a tag needs at least two characters.', 'tags')
    accepted.set(JSON.stringify([tag.type, value]), { type: tag.type, value })
  }
  const types = [...new Set(tags.map(({ type }) => type))]
  const known = types.length > 0 ? await lockTagTypes(tx, types) : new Set()
  const unknown = types.find((type) => !known.has(type))
  if (unknown !== undefined) {
    throw invalid(`There is no tag type called ${unknown}. Create it first.`, 'tags')
  }
  return [...accepted.keys()].sort().flatMap((key) => accepted.get(key) ?? [])
}

export async function attachTags(tx: Tx, flag: Flag) {
  if (flag.tags.length === 0) return
  for (const tag of await insertTags(tx, flag.tags)) tx.record(tagCreated(tag))
  await insertFlagTags(tx, flag.name, flag.tags)
  for (const tag of flag.tags) tx.record(flagTagged(flag, tag))
}
