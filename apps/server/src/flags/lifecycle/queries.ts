import type { FeatureLifecycle, FeatureLifecycleCount, Stage } from '@flagstaff/contract/lifecycle'
import { sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { Flag } from '../queries.ts'
import { type FlagTarget, missingFlag } from '../target.ts'

/** The past stages of a flag and its current one, oldest first; also for archived flags. */
export async function listStages(
  db: Reader,
  viewer: Viewer,
  { project, flag }: FlagTarget,
): Promise<FeatureLifecycle> {
  const row = await db
    .selectFrom('flags')
    .selectAll()
    .where('name', '=', flag)
    .where('project', '=', project)
    .executeTakeFirst()
  if (!row || !sees(viewer, project)) throw await missingFlag(db, viewer, flag)
  const status = {
    ...(row.completed_status === null ? {} : { status: row.completed_status }),
    ...(row.completed_value === null ? {} : { statusValue: row.completed_value }),
  }
  const entered: [Stage, Date | null, object?][] = [
    ['initial', row.revived_at ?? row.created_at],
    ['pre-live', row.pre_live_at],
    ['live', row.live_at],
    ['completed', row.completed_at, status],
    ['archived', row.archived_at],
  ]
  return entered.flatMap(([stage, at, more]) =>
    at === null ? [] : [{ stage, ...more, enteredStageAt: at.toISOString() }],
  )
}

/** The number of flags by stage, in one project or in all that the viewer can see. */
export async function countStages(
  db: Reader,
  viewer: Viewer,
  project: string | null = null,
): Promise<FeatureLifecycleCount> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<{ stage: Stage; count: number }>`
    select stage, count(*) from flags
    where (${seen}::text[] is null or project = any(${seen})) and (${project}::text is null or project = ${project})
    group by stage`,
  )
  const counts = new Map(rows.map(({ stage, count }) => [stage, count]))
  return {
    initial: counts.get('initial') ?? 0,
    preLive: counts.get('pre-live') ?? 0,
    live: counts.get('live') ?? 0,
    completed: counts.get('completed') ?? 0,
    archived: counts.get('archived') ?? 0,
  }
}

export type Completion = { status: 'kept' | 'discarded'; statusValue?: string; at: string }

export async function findCompletion(tx: Tx, { name }: Flag): Promise<Completion | undefined> {
  const row = await tx.db
    .selectFrom('flags')
    .select(['completed_at', 'completed_status', 'completed_value'])
    .where('name', '=', name)
    .executeTakeFirst()
  if (!row?.completed_at) return undefined
  return {
    status: row.completed_status as Completion['status'],
    ...(row.completed_value === null ? {} : { statusValue: row.completed_value }),
    at: row.completed_at.toISOString(),
  }
}

/** Undefined removes the completion. */
export const replaceCompletion = (tx: Tx, { name }: Flag, completion: Completion | undefined) =>
  tx.db
    .updateTable('flags')
    .set((eb) => ({
      completed_at: completion?.at ?? null,
      completed_status: completion?.status ?? null,
      completed_value: completion?.statusValue ?? null,
      version: eb('version', '+', 1),
    }))
    .where('name', '=', name)
    .execute()
