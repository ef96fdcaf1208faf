import type { ProjectLinkTemplate } from '@flagstaff/contract/projects'
import type { Reader } from '../../platform/database/database.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Flag } from '../queries.ts'

export type FlagLink = { id: string; url: string; title: string | null }

export const listLinks = (db: Reader, { name }: Flag): Promise<FlagLink[]> =>
  db.selectFrom('flag_links').select(['id', 'url', 'title']).where('flag', '=', name).orderBy('id').execute()

/** Returns false if one of the ids is taken. */
export async function insertLinks(
  tx: Tx,
  links: readonly { flag: Flag; link: FlagLink }[],
): Promise<boolean> {
  const rows = await tx.db
    .insertInto('flag_links')
    .values(links.map(({ flag, link: { id, url, title } }) => ({ id, url, title, flag: flag.name })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length === links.length
}

export const replaceLink = (tx: Tx, { id, url, title }: FlagLink) =>
  tx.db.updateTable('flag_links').set({ url, title }).where('id', '=', id).execute()

export const removeLink = (tx: Tx, { id }: FlagLink) =>
  tx.db.deleteFrom('flag_links').where('id', '=', id).execute()

export async function listLinkTemplates(tx: Tx, project: string): Promise<ProjectLinkTemplate[]> {
  const row = await tx.db
    .selectFrom('projects')
    .select('link_templates')
    .where('id', '=', project)
    .executeTakeFirst()
  return (row?.link_templates ?? []) as ProjectLinkTemplate[]
}
