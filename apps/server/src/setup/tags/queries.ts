import type { Tag as ShownTag } from '@flagstaff/contract/common'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Tag } from './rules.ts'

/** A flag that has a tag. */
export type Use = { flag: string; project: string; archived: boolean; value: string }

const shown = (db: Reader) =>
  db
    .selectFrom('tags as t')
    .innerJoin('tag_types as y', 'y.name', 't.type')
    .select(['t.type', 't.value', 'y.color'])
    .orderBy('t.type')
    .orderBy('t.value')

export const listTags = (db: Reader): Promise<ShownTag[]> => shown(db).execute()

export const listTagsOfType = (db: Reader, type: string): Promise<ShownTag[]> =>
  shown(db).where('t.type', '=', type).execute()

export const findTag = (db: Reader, { type, value }: Tag): Promise<ShownTag | undefined> =>
  shown(db).where('t.type', '=', type).where('t.value', '=', value).executeTakeFirst()

/** Locks the tag types and returns the names of those that exist. */
export async function holdTagTypes(tx: Tx, names: readonly string[]): Promise<Set<string>> {
  const rows = await tx.db
    .selectFrom('tag_types')
    .select('name')
    .where('name', '=', any(names))
    .orderBy('name')
    .forKeyShare()
    .execute()
  return new Set(rows.map((row) => row.name))
}

/** Locks the row, so that no flag can get the tag before the commit. */
export const lockTag = (tx: Tx, { type, value }: Tag): Promise<Tag | undefined> =>
  tx.db
    .selectFrom('tags')
    .select(['type', 'value'])
    .where('type', '=', type)
    .where('value', '=', value)
    .forUpdate()
    .executeTakeFirst()

/** Inserts missing tags and returns them. */
export async function insertTags(tx: Tx, tags: readonly Tag[]): Promise<Tag[]> {
  if (tags.length === 0) return []
  return tx.db
    .insertInto('tags')
    .values([...tags])
    .onConflict((conflict) => conflict.columns(['type', 'value']).doNothing())
    .returning(['type', 'value'])
    .execute()
}

/** Also removes it from all flags. */
export const removeTag = (tx: Tx, { type, value }: Tag) =>
  tx.db.deleteFrom('tags').where('type', '=', type).where('value', '=', value).execute()

/** The flags with tags of a type, or with one tag. */
export const listUses = (db: Reader, type: string, value?: string): Promise<Use[]> =>
  db
    .selectFrom('flag_tags as t')
    .innerJoin('flags as f', 'f.name', 't.flag')
    .select((eb) => [
      't.flag',
      'f.project',
      eb('f.archived_at', 'is not', null).as('archived'),
      't.tag_value as value',
    ])
    .where('t.tag_type', '=', type)
    .$if(value !== undefined, (query) => query.where('t.tag_value', '=', value ?? ''))
    .orderBy('t.tag_value')
    .orderBy('t.flag')
    .execute() as Promise<Use[]>

/** The projects of flags that still exist. */
export async function listProjectsOf(db: Reader, flags: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('flags')
    .select('project')
    .distinct()
    .where('name', '=', any(flags))
    .execute()
  return rows.map(({ project }) => project)
}

/** Adds tags to flags; deleted flags are skipped. */
export async function insertFlagTags(tx: Tx, uses: readonly (Tag & { flag: string })[]) {
  if (uses.length === 0) return
  await sql`
    insert into flag_tags (flag, tag_type, tag_value)
    select f.name, u.type, u.value
    from unnest(${uses.map(({ flag }) => flag)}::text[], ${uses.map(({ type }) => type)}::text[],
      ${uses.map(({ value }) => value)}::text[]) as u(flag, type, value)
    join flags f on f.name = u.flag
    on conflict do nothing`.execute(tx.db)
}

export async function removeFlagTags(tx: Tx, uses: readonly (Tag & { flag: string })[]) {
  if (uses.length === 0) return
  await sql`
    delete from flag_tags t
    using unnest(${uses.map(({ flag }) => flag)}::text[], ${uses.map(({ type }) => type)}::text[],
      ${uses.map(({ value }) => value)}::text[]) as u(flag, type, value)
    where t.flag = u.flag and t.tag_type = u.type and t.tag_value = u.value`.execute(tx.db)
}

const any = (names: readonly string[]) => sql<string>`any(${names})`
