import { COMMENTS_PER_PAGE, type FlagComment, type FlagComments } from '@flagstaff/contract/people'
import { handlesIn } from '@flagstaff/rules/mentions'
import { type Selectable, sql } from 'kysely'
import { listPeopleById } from '../../people/access/index.ts'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { displayName } from '../../platform/database/person-queries.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'

type Place = { project: string; flag: string }
export type Comment = Selectable<Tables['flag_comments']>
type Named = Comment & { author: string }

/** A page of comments, also on an archived flag, the oldest first; undefined if the viewer sees no such flag. */
export async function listComments(
  db: Reader,
  viewer: Viewer,
  { project, flag, before }: Place & { before?: number | undefined },
): Promise<FlagComments | undefined> {
  if (!sees(viewer, project)) return undefined
  const [[found], newest] = await Promise.all([
    rowsOf(
      db,
      sql<{ total: number }>`
      select (select count(*)::int from flag_comments c where c.flag = f.name) as total
      from flags f where f.name = ${flag} and f.project = ${project}`,
    ),
    rowsOf(
      db,
      sql<Named>`
      select c.*, ${displayName('c.user_id', 'c.user_name')} as author
      from flag_comments c where c.flag = ${flag} and (${before ?? null}::int is null or c.id < ${before ?? null}::int)
      order by c.id desc limit ${COMMENTS_PER_PAGE}`,
    ),
  ])
  return found && { comments: await withMentions(db, project, newest.reverse()), total: found.total }
}

/** A comment that was just written. */
export async function readComment(db: Reader, project: string, id: number): Promise<FlagComment | undefined> {
  const rows = await rowsOf(
    db,
    sql<Named>`
    select c.*, ${displayName('c.user_id', 'c.user_name')} as author from flag_comments c where c.id = ${id}`,
  )
  return (await withMentions(db, project, rows))[0]
}

async function withMentions(db: Reader, project: string, rows: readonly Named[]): Promise<FlagComment[]> {
  const ids = [...new Set(rows.flatMap(({ mentions }) => mentions))]
  const people = ids.length > 0 ? await listPeopleById(db, project, ids) : []
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    createdBy: { id: row.user_id, name: row.author },
    createdAt: row.created_at.toISOString(),
    editedAt: row.edited_at?.toISOString() ?? null,
    mentions: mentionedIn(row, people),
  }))
}

/** Of the people whom a comment ever mentioned, those whom its text still mentions. */
function mentionedIn<Person extends { id: number; handle: string }>(
  { text, mentions }: Comment,
  people: readonly Person[],
): Person[] {
  const handles = new Set(handlesIn(text))
  return people.filter(({ id, handle }) => mentions.includes(id) && handles.has(handle.toLowerCase()))
}

export async function countComments(tx: Tx, flag: string): Promise<number> {
  const { count } = await tx.db
    .selectFrom('flag_comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('flag', '=', flag)
    .executeTakeFirstOrThrow()
  return count
}

export const lockComment = (tx: Tx, flag: string, id: number): Promise<Comment | undefined> =>
  tx.db
    .selectFrom('flag_comments')
    .selectAll()
    .where('id', '=', id)
    .where('flag', '=', flag)
    .forUpdate()
    .executeTakeFirst()

type Content = { text: string; mentions: number[] }

export async function insertComment(tx: Tx, flag: string, { text, mentions }: Content): Promise<number> {
  const { id } = await tx.db
    .insertInto('flag_comments')
    .values({ flag, user_id: tx.actor.id, user_name: tx.actor.name, text, mentions })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const replaceComment = (tx: Tx, id: number, { text, mentions }: Content) =>
  tx.db
    .updateTable('flag_comments')
    .set({ text, mentions, edited_at: sql`now()` })
    .where('id', '=', id)
    .execute()

export const removeComment = (tx: Tx, id: number) =>
  tx.db.deleteFrom('flag_comments').where('id', '=', id).execute()
