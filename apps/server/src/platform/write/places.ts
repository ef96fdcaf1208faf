import { sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import type { Place } from './effects.ts'
import type { Freeze } from './freezes.ts'

/** An environment of a project in which changes need a review. */
export type ProtectedPlace = Place & { offIsFree: boolean; reasonRequired: boolean }

/** The protected places, the freezes that have not ended, whether files lock anything, and all environments. */
export type Guarded = {
  places: readonly ProtectedPlace[]
  freezes: readonly Freeze[]
  hasLocks: boolean
  environments: readonly string[]
}

/** As they are after this transaction, and what it removed or replaced itself. */
export async function readGuarded(trx: Trx): Promise<Guarded> {
  const [places, freezes, locks, environments] = await Promise.all([
    readPlaces(trx),
    readFreezes(trx),
    sql<{ found: boolean }>`select exists (select from code_locks) as found`.execute(trx),
    sql<{ name: string }>`select name from environments`.execute(trx),
  ])
  return {
    places,
    freezes,
    hasLocks: locks.rows[0]?.found ?? false,
    environments: environments.rows.map(({ name }) => name),
  }
}

/** Of a protection and the one that it replaces, the stricter rules count. */
async function readPlaces(trx: Trx): Promise<ProtectedPlace[]> {
  const { rows } = await sql<ProtectedPlace>`
    select project, environment, bool_and(off_is_free) as "offIsFree", bool_or(reason_required) as "reasonRequired"
    from (
      select project, environment, off_is_free, reason_required from protections
      union all
      select b.project, b.environment, b.off_is_free, b.reason_required
      from jsonb_to_recordset(
        coalesce(nullif(current_setting('flagstaff.protections_before', true), ''), '[]')::jsonb
      ) as b(project text, environment text, off_is_free boolean, reason_required boolean)
    ) p
    group by project, environment`.execute(trx)
  return rows
}

async function readFreezes(trx: Trx): Promise<Freeze[]> {
  const { rows } = await sql<Freeze>`
    select id, name, project, environments, starts_at as "startsAt", ends_at as "endsAt", weekly,
      break_glass as "breakGlass"
    from (
      select id, name, project, environments, starts_at, ends_at, weekly, break_glass from freezes
      union all
      select b.id, b.name, b.project, b.environments, b.starts_at, b.ends_at, b.weekly, b.break_glass
      from jsonb_to_recordset(
        coalesce(nullif(current_setting('flagstaff.freezes_before', true), ''), '[]')::jsonb
      ) as b(id integer, name text, project text, environments text[], starts_at timestamptz, ends_at timestamptz,
        weekly jsonb, break_glass boolean)
    ) f
    where ends_at is null or ends_at > now()`.execute(trx)
  return rows
}
