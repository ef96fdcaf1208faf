import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'
import { isChange } from '../database/event-queries.ts'
import { AppError } from '../errors.ts'

/** The objects of a plan. The plan is refused if another change has modified one of them since. */
export type PlanTargets = {
  flags?: readonly string[]
  /** For flags, only changes in these environments or outside any environment count. */
  environments: readonly string[] | 'all'
  segments?: readonly number[]
  contextFields?: readonly string[]
  tagTypes?: readonly string[]
}

/** The newest revision. A plan reads it first, so that every later change is detected. */
export async function readRevision(db: Reader): Promise<number> {
  const [row] = await rowsOf(db, sql<{ revision: number }>`select revision from counter`)
  return row?.revision ?? 0
}

/** Whether one of the flags was changed after a revision. */
export async function hasNewer(db: Reader, revision: number, flags: readonly string[]): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from events where revision > ${revision} and flag = any(${flags}) limit 1`,
  )
  return rows.length > 0
}

/** What happened after the plan was made may have been removed from the event log. */
async function refuseForgotten(db: Reader, basis: number) {
  const rows = await rowsOf(db, sql`select 1 from counter where history_floor > ${basis}`)
  if (rows.length > 0) throw new AppError('planTooOld')
}

type Newer = { revision: number; type: string; actor: string; what: string; at: Date }

/**
 * Throws if one of the objects was changed after the plan was made. Call it once they are locked, so that they cannot
 * change before the commit. Events of `ownGroup` belong to the plan itself and are ignored.
 */
export async function refuseNewer(
  tx: { read: Reader },
  basis: number,
  targets: PlanTargets,
  ownGroup: string | null = null,
) {
  const { flags = [], environments, segments = [], contextFields = [], tagTypes = [] } = targets
  const key = (name: string) => sql`coalesce(e.data ->> ${name}, e.pre_data ->> ${name})`
  const inAny = environments === 'all' ? sql`true` : sql`e.environment = any(${environments})`
  await refuseForgotten(tx.read, basis)
  const [newer] = await rowsOf(
    tx.read,
    sql<Newer>`
    select e.revision, e.type, e.actor_name as actor, e.created_at as at, coalesce(e.flag, ${key('name')}) as what
    from events e
    where e.revision > ${basis} and (${ownGroup}::text is null or e.group_id is distinct from ${ownGroup}) and ${isChange('e.type')}
      and (
        (e.flag = any(${flags}) and (e.environment is null or ${inAny}))
        or (e.type like 'segment-%' and ${key('id')} = any(${segments.map(String)}))
        or (e.type like 'context-field-%' and ${key('name')} = any(${contextFields}))
        or (e.type like 'tag-type-%' and ${key('name')} = any(${tagTypes}))
      )
    order by e.revision limit 1`,
  )
  if (!newer) return
  const { what, actor, revision, type, at } = newer
  throw new AppError(
    'planOutdated',
    { what, who: actor, event: revision },
    { extra: { changed: { object: what, by: actor, event: revision, type, at: at.toISOString() } } },
  )
}
