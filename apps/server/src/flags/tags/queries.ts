import type { Tx } from '../../platform/write.ts'
import type { FlagTag } from '../queries.ts'

/** Holds the tag types until we commit, and gives the names of those that exist. */
export async function lockTagTypes(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('tag_types')
    .select('name')
    .where('name', 'in', [...names])
    .orderBy('name')
    .forKeyShare()
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** Adds the values that are missing, and gives those. */
export const insertTags = (tx: Tx, tags: readonly FlagTag[]): Promise<FlagTag[]> =>
  tx.db
    .insertInto('tags')
    .values([...tags])
    .onConflict((conflict) => conflict.columns(['type', 'value']).doNothing())
    .returning(['type', 'value'])
    .execute()

export const insertFlagTags = (tx: Tx, flag: string, tags: readonly FlagTag[]) =>
  tx.db
    .insertInto('flag_tags')
    .values(tags.map(({ type, value }) => ({ flag, tag_type: type, tag_value: value })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
