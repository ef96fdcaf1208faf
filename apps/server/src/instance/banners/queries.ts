import type { Banner, BannerVariant } from '@flagstaff/contract/banners'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'

type Row = Selectable<Tables['banners']>
/** What people decide about a banner. */
export type BannerFields = Omit<Banner, 'id' | 'createdAt' | 'objectVersion'>

const toBanner = (row: Row): Banner => ({
  id: row.id,
  message: row.message,
  variant: row.variant as BannerVariant,
  enabled: row.enabled,
  sticky: row.sticky,
  icon: row.icon,
  link: row.link,
  linkText: row.link_text,
  dialogTitle: row.dialog_title,
  dialog: row.dialog,
  createdAt: row.created_at.toISOString(),
  objectVersion: row.version,
})

export async function listBanners(db: Reader, which: 'all' | 'enabled'): Promise<Banner[]> {
  const all = db.selectFrom('banners').selectAll().orderBy('id')
  const rows = await (which === 'all' ? all : all.where('enabled', '=', true)).execute()
  return rows.map(toBanner)
}

export async function lockBanner(tx: Tx, id: number): Promise<Banner | undefined> {
  const row = await tx.db
    .selectFrom('banners')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && toBanner(row)
}

export async function countBanners(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('banners')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const columnsOf = ({ linkText, dialogTitle, ...fields }: BannerFields) => ({
  ...fields,
  link_text: linkText,
  dialog_title: dialogTitle,
})

export async function insertBanner(tx: Tx, fields: BannerFields): Promise<Banner> {
  const row = await tx.db
    .insertInto('banners')
    .values(columnsOf(fields))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBanner(row)
}

export async function replaceBanner(tx: Tx, id: number, fields: BannerFields): Promise<Banner> {
  const row = await tx.db
    .updateTable('banners')
    .set({ ...columnsOf(fields), version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toBanner(row)
}

export const removeBanner = (tx: Tx, id: number) => tx.db.deleteFrom('banners').where('id', '=', id).execute()
