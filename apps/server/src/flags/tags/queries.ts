import type { Tag } from '@flagstaff/contract/common'
import type { Reader } from '../../platform/database/database.ts'

/** The tags of a flag, with the colours of their types. */
export const listTagsOfFlag = (db: Reader, flag: string): Promise<Tag[]> =>
  db
    .selectFrom('flag_tags as t')
    .innerJoin('tag_types as y', 'y.name', 't.tag_type')
    .select(['t.tag_type as type', 't.tag_value as value', 'y.color'])
    .where('t.flag', '=', flag)
    .orderBy('t.tag_type')
    .orderBy('t.tag_value')
    .execute()
