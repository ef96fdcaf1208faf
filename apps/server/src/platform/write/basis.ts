import { sql } from 'kysely'
import { type Reader, rowsOf } from '../database/database.ts'
import { isChange } from '../database/event-queries.ts'
import { AppError } from '../errors.ts'
import type { Tx } from './write.ts'

/** The objects of a plan. The plan is refused if another change has modified one of them since. */
export type PlanTargets = {
  flags?: readonly string[]
  /** For flags, only changes in these environments or outside any environment count. */
  environments: readonly string[]
  segments?: readonly number[]
  contextFields?: readonly string[]
  tagTypes?: readonly string[]
}

/** The newest revision. A plan reads it first, so that every later change is detected. */
export async function readRevision(db: Reader): Promise<number> {
  const [row] = await rowsOf(db, sql<{ revision: number }>`select revision from counter`)
  return row?.revision ?? 0
}

type Newer = { revision: number; type: string; actor: string; what: string }

/**
 * Throws if one of the objects was changed after the plan was made. Call it once they are locked, so that they cannot
 * change before the commit. Events of `ownGroup` belong to the plan itself and are ignored.
 */
export async function refuseNewer(
  tx: Tx,
  basis: number,
  targets: PlanTargets,
  ownGroup: string | null = null,
) {
  const { flags = [], environments, segments = [], contextFields = [], tagTypes = [] } = targets
  const key = (name: string) => sql`coalesce(e.data ->> ${name}, e.pre_data ->> ${name})`
  const [newer] = await rowsOf(
    tx.read,
    sql<Newer>`
    select e.revision, e.type, e.actor_name as actor, coalesce(e.flag, ${key('name')}) as what
    from events e
    where e.revision > ${basis} and (${ownGroup}::text is null or e.group_id is distinct from ${ownGroup}) and ${isChange('e.type')}
      and (
        (e.flag = any(${flags}) and (e.environment is null or e.environment = any(${environments})))
        or (e.type like 'segment-%' and ${key('id')} = any(${segments.map(String)}))
        or (e.type like 'context-field-%' and ${key('name')} = any(${contextFields}))
        or (e.type like 'tag-type-%' and ${key('name')} = any(${tagTypes}))
      )
    order by e.revision limit 1`,
  )
  if (!newer) return
  const { what, actor, revision, type } = newer
  throw new AppError(
    'planOutdated',
    { what, who: actor, event: revision },
    { extra: { changed: { object: what, by: actor, event: revision, type } } },
  )
}
