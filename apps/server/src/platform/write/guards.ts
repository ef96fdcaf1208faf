import { sql } from 'kysely'
import { AppError, notFound } from '../errors.ts'
import type { Tx } from './write.ts'

const paused = sql<
  boolean | null
>`(select (value->>'enabled')::boolean from settings where name = 'maintenance')`

type Options = { exclusive: boolean; allowArchived: boolean; allowInMaintenance: boolean }

/**
 * Locks the project until the change commits, so that it cannot be archived or deleted before. It is the first lock
 * of every change in a project; segments and flags follow, each in key order.
 */
export async function guardProject(tx: Tx, project: string, options: Options) {
  const row = await tx.db
    .selectFrom('projects')
    .select(['archived_at', paused.as('paused')])
    .where('id', '=', project)
    .modifyEnd(options.exclusive ? sql`for update of projects` : sql`for share of projects`)
    .executeTakeFirst()
  if (!row) throw notFound('project', project)
  if (row.paused && !options.allowInMaintenance) throw new AppError('maintenance')
  if (row.archived_at && !options.allowArchived) throw new AppError('archivedProject', { name: project })
}

/** For changes outside any project. */
export async function guardInstance(tx: Tx, { allowInMaintenance }: Pick<Options, 'allowInMaintenance'>) {
  if (allowInMaintenance) return
  const row = await tx.db.selectNoFrom(paused.as('paused')).executeTakeFirst()
  if (row?.paused) throw new AppError('maintenance')
}
