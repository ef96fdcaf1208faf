import type { Guard } from '@flagstaff/contract/guards'
import type { TemplateMilestone } from '@flagstaff/contract/release-plans'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Tx } from '../../platform/write/write.ts'
import type { PlanDue } from './job.ts'
import type { Milestone, Plan } from './state.ts'

type Place = { flag: string; environment: string }
/** A row, also as JSON, where times are text. */
export type PlanRow = Selectable<Tables['release_plans']>

export const listPlans = (db: Reader, flags: readonly string[], environment: string): Promise<Plan[]> =>
  plansWhere(db, sql`flag = any(${flags}) and environment = ${environment}`)

/** In all environments. */
export const listAllPlans = (db: Reader, flags: readonly string[]): Promise<Plan[]> =>
  plansWhere(db, sql`flag = any(${flags})`)

export async function findPlan(db: Reader, { flag, environment }: Place): Promise<Plan | undefined> {
  return (await listPlans(db, [flag], environment))[0]
}

async function plansWhere(db: Reader, condition: RawBuilder<unknown>): Promise<Plan[]> {
  const rows = await rowsOf(db, sql<PlanRow>`select * from release_plans where ${condition} order by flag`)
  return rows.map(toPlan)
}

/** The time of the database, which is the same in the whole transaction. */
export async function readNow({ read }: Pick<Tx, 'read'>): Promise<Date> {
  const [row] = await rowsOf(read, sql<{ now: Date }>`select now()`)
  return row?.now ?? new Date()
}

/** A template that can be applied in the project. */
export async function findTemplate(db: Reader, id: string, project: string) {
  const row = await db
    .selectFrom('release_templates')
    .selectAll()
    .where('id', '=', id)
    .where((eb) => eb.or([eb('project', 'is', null), eb('project', '=', project)]))
    .executeTakeFirst()
  return (
    row && {
      name: row.name,
      description: row.description,
      archived: row.archived_at !== null,
      milestones: row.milestones as TemplateMilestone[],
    }
  )
}

type Stored = Omit<Plan, 'heldAt' | 'createdAt' | 'createdById'>

/** Returns false if the flag already follows a plan in the environment. */
export async function insertPlan(tx: Tx, plan: Stored): Promise<boolean> {
  const row = await tx.db
    .insertInto('release_plans')
    .values({
      id: plan.id,
      flag: plan.flag,
      environment: plan.environment,
      ...toColumns(plan),
      created_by_id: tx.actor.id,
      held_at: sql<Date | null>`(select case when not e.enabled then now() end from flag_environments e
        where e.flag = ${plan.flag} and e.environment = ${plan.environment})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const replacePlan = (tx: Tx, plan: Stored) =>
  tx.db
    .updateTable('release_plans')
    .set((eb) => ({ ...toColumns(plan), version: eb('version', '+', 1) }))
    .where('id', '=', plan.id)
    .execute()

/** Stores a plan whose clock does not start anew. */
export function replacePlanKeepingClock(tx: Tx, plan: Stored) {
  const { due_at: _, remaining: __, ...columns } = toColumns(plan)
  return tx.db
    .updateTable('release_plans')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', plan.id)
    .execute()
}

export const removePlan = (tx: Tx, id: string) =>
  tx.db.deleteFrom('release_plans').where('id', '=', id).execute()

const toColumns = (plan: Stored) => ({
  template_id: plan.templateId,
  name: plan.name,
  description: plan.description,
  milestones: JSON.stringify(plan.milestones),
  guards: JSON.stringify(plan.guards),
  active_milestone: plan.active,
  due_at: plan.dueAt,
  remaining: null,
  paused_at: plan.pausedAt,
  pause_reason: plan.pauseReason,
})

export const toPlan = (row: PlanRow): Plan => ({
  id: row.id,
  flag: row.flag,
  environment: row.environment,
  templateId: row.template_id,
  name: row.name,
  description: row.description,
  milestones: row.milestones as Milestone[],
  guards: row.guards as Guard[],
  active: row.active_milestone,
  dueAt: momentOf(row.due_at),
  pausedAt: momentOf(row.paused_at),
  pauseReason: row.pause_reason,
  heldAt: momentOf(row.held_at),
  createdById: row.created_by_id,
  createdAt: momentOf(row.created_at) ?? '',
})

const momentOf = (moment: Date | string | null) => moment && new Date(moment).toISOString()

/** How often the flag was on in the environment in the hours since the given time. */
export async function countExposures(db: Reader, { flag, environment }: Place, since: Date): Promise<number> {
  const [row] = await rowsOf(
    db,
    sql<{ count: number }>`select coalesce(sum(yes), 0)::float8 as count from usage_counts
      where flag = ${flag} and environment = ${environment} and variant = ''
        and hour >= date_trunc('hour', ${since.toISOString()}::timestamptz)`,
  )
  return row?.count ?? 0
}

/** The plans whose next milestone is due. Those that wait for exposures are always due, and counted then. */
export const listDuePlans = (db: Reader): Promise<PlanDue[]> => waitingPlans(db, sql`p.due_at <= now()`)

/** The plans that can go on before their time. */
export const listEarlyPlans = (db: Reader): Promise<PlanDue[]> =>
  waitingPlans(
    db,
    sql`p.due_at > now() and p.guards <> '[]' and exists (select from jsonb_array_elements(p.milestones) m
      where m ->> 'id' = p.active_milestone and m -> 'transitionCondition' -> 'orWhenSafe' = 'true')`,
  )

const waitingPlans = (db: Reader, condition: RawBuilder<unknown>): Promise<PlanDue[]> =>
  rowsOf(
    db,
    sql<PlanDue>`select f.project, p.flag, p.environment, p.id as plan, p.active_milestone as milestone
      from release_plans p join flags f on f.name = p.flag
      where ${condition} and p.active_milestone is not null and f.archived_at is null order by p.due_at`,
  )
