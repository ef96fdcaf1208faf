import type { SafeguardMetric, SafeguardTriggerCondition } from '@flagstaff/contract/release-plans'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'

type Place = { flag: string; environment: string }

/** What people decide on. */
export type Safeguard = {
  id: string
  /** The plan that it pauses; null if it turns the flag off. */
  plan: string | null
  metric: SafeguardMetric
  condition: SafeguardTriggerCondition
}

/** A row, also as JSON. */
export type SafeguardRow = Selectable<Tables['safeguards']>

export async function listSafeguards(db: Reader, { flag, environment }: Place): Promise<Safeguard[]> {
  const rows = await db
    .selectFrom('safeguards')
    .selectAll()
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .orderBy('id')
    .execute()
  return rows.map(toSafeguard)
}

/** In all environments. */
export async function listAllSafeguards(
  db: Reader,
  flags: readonly string[],
): Promise<(Safeguard & Place)[]> {
  const rows = await rowsOf(
    db,
    sql<SafeguardRow>`select * from safeguards where flag = any(${flags}) order by id`,
  )
  return rows.map((row) => ({ ...toSafeguard(row), flag: row.flag, environment: row.environment }))
}

export const toSafeguard = (row: SafeguardRow): Safeguard => ({
  id: row.id,
  plan: row.plan,
  metric: row.metric as SafeguardMetric,
  condition: row.condition as SafeguardTriggerCondition,
})

/** Stores exactly these safeguards. */
export async function replaceSafeguards(
  tx: Tx,
  { flag, environment }: Place,
  safeguards: readonly Safeguard[],
) {
  await tx.db
    .deleteFrom('safeguards')
    .where('flag', '=', flag)
    .where('environment', '=', environment)
    .where('id', '<>', sql<string>`all(${safeguards.map(({ id }) => id)})`)
    .execute()
  if (safeguards.length === 0) return
  await tx.db
    .insertInto('safeguards')
    .values(
      safeguards.map(({ id, plan, metric, condition }) => ({
        id,
        flag,
        environment,
        plan,
        metric: JSON.stringify(metric),
        condition: JSON.stringify(condition),
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        metric: eb.ref('excluded.metric'),
        condition: eb.ref('excluded.condition'),
      })),
    )
    .execute()
}

export const markTriggered = (tx: Tx, id: string) =>
  tx.db.updateTable('safeguards').set({ triggered_at: sql<Date>`now()` }).where('id', '=', id).execute()

/** A safeguard that would act now: its plan runs, or its flag is on. */
export type ArmedSafeguard = Safeguard & { project: string; flag: string; environment: string }

export const listArmed = async (db: Reader): Promise<ArmedSafeguard[]> => {
  const rows = await rowsOf(
    db,
    sql<SafeguardRow & { project: string }>`
      select s.*, f.project from safeguards s
      join flags f on f.name = s.flag and f.archived_at is null
      join flag_environments e on e.flag = s.flag and e.environment = s.environment
      left join release_plans p on p.id = s.plan
      where e.enabled and (s.plan is null or p.paused_at is null and p.active_milestone is not null)
      order by s.id`,
  )
  return rows.map((row) => ({
    ...toSafeguard(row),
    project: row.project,
    flag: row.flag,
    environment: row.environment,
  }))
}
