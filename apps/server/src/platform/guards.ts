import { sql } from 'kysely'
import { AppError, notFound } from './errors.ts'
import type { Tx } from './write.ts'

const paused = sql<
  boolean | null
>`(select (value->>'enabled')::boolean from settings where name = 'maintenance')`

type Options = { exclusively: boolean; evenArchived: boolean; evenPaused: boolean }

/**
 * Holds the project as it is until the change commits, so that it cannot be archived or deleted meanwhile. It is the
 * first lock of every change inside a project; segments and flags follow, each by key.
 */
export async function guardProject(tx: Tx, project: string, options: Options) {
  const row = await tx.db
    .selectFrom('projects')
    .select(['archived_at', paused.as('paused')])
    .where('id', '=', project)
    .modifyEnd(options.exclusively ? sql`for update of projects` : sql`for share of projects`)
    .executeTakeFirst()
  if (!row) throw notFound('project', project)
  if (row.paused && !options.evenPaused) throw new AppError('maintenance')
  if (row.archived_at && !options.evenArchived) throw new AppError('archivedProject', { name: project })
}

/** For changes outside of any project. */
export async function guardInstance(tx: Tx, { evenPaused }: Pick<Options, 'evenPaused'>) {
  if (evenPaused) return
  const row = await tx.db.selectNoFrom(paused.as('paused')).executeTakeFirst()
  if (row?.paused) throw new AppError('maintenance')
}
