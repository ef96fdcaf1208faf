import type { Environment, EnvironmentProject } from '@flagstaff/contract/environments'
import type { FeatureStrategy } from '@flagstaff/contract/flags'
import { type Selectable, sql } from 'kysely'
import { type Reader, rowsOf } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { confinedTo, sees, type Viewer } from '../../platform/write/actor.ts'
import type { Tx } from '../../platform/write/write.ts'

type EnvironmentRow = Selectable<Tables['environments']>
type Stored = Pick<Environment, 'type' | 'enabled' | 'sortOrder' | 'requiredApprovals'>

type Counted = { projects: number; tokens: number; flags: number }

/** All environments, with usage counts limited to what the viewer can see. */
export async function listEnvironments(db: Reader, viewer: Viewer): Promise<Environment[]> {
  const seen = confinedTo(viewer)
  const rows = await rowsOf(
    db,
    sql<EnvironmentRow & Counted>`
    with used as (
      select environment, count(*) as projects from project_environments
      where ${seen}::text[] is null or project = any(${seen}) group by environment
    ), opened as (
      select t.environment, count(*) as tokens from api_tokens t
      where t.all_projects or ${seen}::text[] is null or exists (
        select from api_token_projects p where p.token_id = t.id and p.project = any(${seen}))
      group by t.environment
    ), live as (
      select s.environment, count(*) as flags from flag_environments s join flags f on f.name = s.flag
      where s.enabled and f.archived_at is null and (${seen}::text[] is null or f.project = any(${seen}))
      group by s.environment
    )
    select e.*, coalesce(projects, 0) as projects, coalesce(tokens, 0) as tokens, coalesce(flags, 0) as flags
    from environments e
    left join used on used.environment = e.name
    left join opened on opened.environment = e.name
    left join live on live.environment = e.name
    order by e.sort_order, e.name`,
  )
  return rows.map(({ projects, tokens, flags, ...row }) => ({
    ...toEnvironment(row),
    projectCount: projects,
    apiTokenCount: tokens,
    enabledToggleCount: flags,
  }))
}

/** The environments a project uses or could use. */
export async function listEnvironmentsOfProject(db: Reader, project: string): Promise<EnvironmentProject[]> {
  const rows = await rowsOf(
    db,
    sql<EnvironmentRow & { visible: boolean; default_strategy: unknown; tokens: number; flags: number }>`
    select e.*, p.project is not null as visible, p.default_strategy,
      (select count(*) from api_tokens t
       where t.environment = e.name and (t.all_projects or exists (
         select from api_token_projects tp where tp.token_id = t.id and tp.project = ${project}))) as tokens,
      (select count(*) from flags f join flag_environments s on s.flag = f.name and s.environment = e.name
       where f.project = ${project} and f.archived_at is null and s.enabled) as flags
    from environments e
    left join project_environments p on p.environment = e.name and p.project = ${project}
    where e.enabled or p.project is not null
    order by e.sort_order, e.name`,
  )
  return rows.map((row) => {
    const {
      name,
      type,
      enabled,
      protected: isProtected,
      sortOrder,
      requiredApprovals = null,
    } = toEnvironment(row)
    return {
      name,
      type,
      enabled,
      protected: isProtected,
      sortOrder,
      requiredApprovals,
      visible: row.visible,
      projectApiTokenCount: row.tokens,
      projectEnabledToggleCount: row.flags,
      ...(row.default_strategy ? { defaultStrategy: row.default_strategy as FeatureStrategy } : {}),
    }
  })
}

export async function isProject(db: Reader, viewer: Viewer, id: string): Promise<boolean> {
  if (!sees(viewer, id)) return false
  const row = await db.selectFrom('projects').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

export async function findEnvironment(db: Reader, name: string): Promise<Environment | undefined> {
  const row = await db.selectFrom('environments').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toEnvironment(row)
}

export async function lockEnvironment(tx: Tx, name: string): Promise<Environment | undefined> {
  return (await lockEnvironments(tx, [name]))[0]
}

export async function lockEnvironments(tx: Tx, names: readonly string[]): Promise<Environment[]> {
  const rows = await tx.db
    .selectFrom('environments')
    .selectAll()
    .where('name', '=', sql<string>`any(${names}::text[])`)
    .orderBy('name')
    .forUpdate()
    .execute()
  return rows.map(toEnvironment)
}

export async function countEnvironments(tx: Tx): Promise<number> {
  const { count } = await tx.db
    .selectFrom('environments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns undefined if the name is taken. */
export async function insertEnvironment(
  tx: Tx,
  environment: Stored & { name: string },
): Promise<Environment | undefined> {
  const row = await tx.db
    .insertInto('environments')
    .values({ name: environment.name, ...toColumns(environment) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && toEnvironment(row)
}

export async function replaceEnvironment(tx: Tx, environment: Environment): Promise<Environment> {
  const row = await tx.db
    .updateTable('environments')
    .set((eb) => ({ ...toColumns(environment), version: eb('version', '+', 1) }))
    .where('name', '=', environment.name)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toEnvironment(row)
}

const toColumns = (environment: Stored) => ({
  type: environment.type,
  enabled: environment.enabled,
  sort_order: environment.sortOrder,
  required_approvals: environment.requiredApprovals ?? null,
})

const toEnvironment = (row: EnvironmentRow): Environment => ({
  name: row.name,
  type: row.type,
  enabled: row.enabled,
  protected: row.protected,
  sortOrder: row.sort_order,
  requiredApprovals: row.required_approvals,
  objectVersion: row.version,
})
