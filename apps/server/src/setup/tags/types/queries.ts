import type { TagType } from '@flagstaff/contract/tags'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { confinedTo, type Viewer } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'

type Row = Selectable<Tables['tag_types']>

export const listTagTypes = (db: Reader, viewer: Viewer): Promise<TagType[]> => select(db, viewer, sql`true`)

export const findTagType = async (db: Reader, viewer: Viewer, name: string): Promise<TagType | undefined> =>
  (await select(db, viewer, sql`y.name = ${name}`))[0]

/** Includes the number of flags with such a tag that the viewer can see. */
async function select(db: Reader, viewer: Viewer, condition: RawBuilder<unknown>): Promise<TagType[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<Row & { flags: number }>`
    select y.*, (
      select count(distinct f.name) from flag_tags t
      join flags f on f.name = t.flag and f.archived_at is null
      where t.tag_type = y.name and (${seen}::text[] is null or f.project = any(${seen}))
    ) as flags
    from tag_types y where ${condition} order by y.name`,
  )
  return rows.map(({ flags, ...row }) => ({ ...toTagType(row), usedInFeatures: flags }))
}

export async function isNameTaken(db: Reader, name: string): Promise<boolean> {
  const row = await db.selectFrom('tag_types').select('name').where('name', '=', name).executeTakeFirst()
  return row !== undefined
}

/** Locks the row, so that no tag of this type can be created before the commit. */
export async function lockTagType(tx: Tx, name: string): Promise<TagType | undefined> {
  const row = await tx.db
    .selectFrom('tag_types')
    .selectAll()
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst()
  return row && toTagType(row)
}

/** Undefined if the name is taken. */
export async function insertTagType(tx: Tx, type: TagType): Promise<TagType | undefined> {
  const row = await tx.db
    .insertInto('tag_types')
    .values({ name: type.name, ...toColumns(type) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toTagType(row)
}

export async function replaceTagType(tx: Tx, type: TagType): Promise<TagType> {
  const row = await tx.db
    .updateTable('tag_types')
    .set((eb) => ({ ...toColumns(type), version: eb('version', '+', 1) }))
    .where('name', '=', type.name)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTagType(row)
}

/** Also deletes its tags and removes them from flags. */
export const removeTagType = (tx: Tx, name: string) =>
  tx.db.deleteFrom('tag_types').where('name', '=', name).execute()

const toColumns = ({ description, icon, color }: TagType) => ({
  description: description ?? '',
  icon: icon ?? null,
  color: color ?? null,
})

const toTagType = (row: Row): TagType => ({
  name: row.name,
  description: row.description,
  icon: row.icon,
  color: row.color,
  objectVersion: row.version,
})
