import type { SavedView, SaveView } from '@flagstaff/contract/views'
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'

const columns = ['id', 'name', 'project', 'search'] as const

/** The views of an account, without those of projects it can no longer see. */
export async function listViews(db: Reader, { userId, projects }: Viewer): Promise<SavedView[]> {
  const views = await db
    .selectFrom('saved_views')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('name')
    .execute()
  return views.filter(({ project }) => project === null || projects === 'all' || projects.has(project))
}

export async function countViews(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx.db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Replaces the view with the same name and project. */
export const replaceView = (
  tx: Tx,
  userId: number,
  { name, project = null, search }: SaveView,
): Promise<SavedView> =>
  tx.db
    .insertInto('saved_views')
    .values({ user_id: userId, project, name, search })
    .onConflict((conflict) =>
      conflict.expression(sql`user_id, coalesce(project, ''), name`).doUpdateSet({ search }),
    )
    .returning(columns)
    .executeTakeFirstOrThrow()

/** The deleted view; undefined if it does not exist or belongs to another account. */
export async function removeView(tx: Tx, userId: number, id: number): Promise<SavedView | undefined> {
  return tx.db
    .deleteFrom('saved_views')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst()
}
